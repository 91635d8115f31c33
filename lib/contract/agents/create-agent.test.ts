import { describe, expect, it } from "vitest";
import { firstProblem } from "../errors";
import { CreateAgentBody } from "./create-agent";

const prompt = { text: "Add a health route" };
const image = { data: "aGk=", mimeType: "image/png" };
const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function problemOf(body: unknown): string | undefined {
  const parsed = CreateAgentBody.safeParse(body);
  return parsed.success ? undefined : firstProblem(parsed.error).field;
}

const accepted: [rule: string, body: unknown][] = [
  ["A-CREATE-10: images are optional", { prompt }],
  ["A-CREATE-11: an image with data and mimeType", { prompt: { ...prompt, images: [image] } }],
  [
    "A-CREATE-12: an image with an http or https url",
    { prompt: { ...prompt, images: [{ url: "https://x.example/a.png" }, { url: "http://x.example/a.png" }] } },
  ],
  [
    "A-CREATE-19: each of the four types",
    {
      prompt: {
        ...prompt,
        images: ["png", "jpeg", "gif", "webp"].map((type) => ({ data: "aGk=", mimeType: `image/${type}` })),
      },
    },
  ],
  ["A-CREATE-21: five images", { prompt: { ...prompt, images: repeat(5, () => image) } }],
  [
    "A-CREATE-32: model parameters are optional",
    { prompt, model: { id: "script", params: [{ id: "fast", value: "true" }] } },
  ],
  ["A-CREATE-35: a name of 100 characters", { prompt, name: "n".repeat(100) }],
  ["A-CREATE-37: no name", { prompt }],
  ["A-CREATE-38: no env", { prompt }],
  ["A-CREATE-41: a name for each env type", { prompt, env: { type: "machine", name: "m" } }],
  [
    "A-CREATE-47: a named pool with repos",
    { prompt, env: { type: "pool", name: "gpu" }, repos: [{ url: "https://x.example/a/b" }] },
  ],
  ["20 repositories", { prompt, repos: repeat(20, (index) => ({ url: `https://x.example/a/${index}` })) }],
  ["A-CREATE-59: startingRef is optional", { prompt, repos: [{ url: "https://x.example/a/b" }] }],
  ["50 variables", { prompt, envVars: Object.fromEntries(repeat(50, (index) => [`V${index}`, "x"])) }],
  ["a variable name of 255 bytes", { prompt, envVars: { ["n".repeat(255)]: "x" } }],
  ["a value of 4096 bytes", { prompt, envVars: { V: "x".repeat(4096) } }],
  ["A-MCP-01: mcpServers is optional", { prompt }],
  ["50 tool servers", { prompt, mcpServers: repeat(50, (index) => ({ name: `s${index}`, url: "https://x.example" })) }],
  [
    "A-MCP-20: OAuth settings instead of headers",
    { prompt, mcpServers: [{ name: "s", url: "https://x.example", auth: { CLIENT_ID: "a", scopes: ["read"] } }] },
  ],
  ["A-SUB-01: customSubagents is optional", { prompt }],
  [
    "20 subagents",
    { prompt, customSubagents: repeat(20, (index) => ({ name: `s${index}`, description: "d", prompt: "p" })) },
  ],
  [
    "a subagent's model as an id",
    { prompt, customSubagents: [{ name: "s", description: "d", prompt: "p", model: "script" }] },
  ],
  [
    "a subagent's model as a selection",
    { prompt, customSubagents: [{ name: "s", description: "d", prompt: "p", model: { id: "script", params: [] } }] },
  ],
  [
    "A-SUB-10: a subagent that inherits its model",
    { prompt, customSubagents: [{ name: "s", description: "d", prompt: "p", model: "inherit" }] },
  ],
  ["unknown body keys are ignored", { prompt, metadata: { a: 1 } }],
];

const rejected: [rule: string, body: unknown, field: string][] = [
  ["A-CREATE-06: no prompt", {}, "prompt"],
  ["A-CREATE-07: a prompt that isn't an object", { prompt: "x" }, "prompt"],
  ["A-CREATE-08: no prompt.text", { prompt: {} }, "prompt.text"],
  ["A-CREATE-09: prompt.text that isn't a string", { prompt: { text: 7 } }, "prompt.text"],
  ["an empty prompt.text", { prompt: { text: "" } }, "prompt.text"],
  [
    "A-CREATE-14: an image with data and url",
    { prompt: { ...prompt, images: [{ ...image, url: "https://x.example" }] } },
    "prompt.images.0.data",
  ],
  ["A-CREATE-15: an image with neither", { prompt: { ...prompt, images: [{}] } }, "prompt.images.0.data"],
  [
    "A-CREATE-16: image data without a type",
    { prompt: { ...prompt, images: [{ data: "aGk=" }] } },
    "prompt.images.0.mimeType",
  ],
  [
    "A-CREATE-17: image data that is not base64",
    { prompt: { ...prompt, images: [{ data: "a b", mimeType: "image/png" }] } },
    "prompt.images.0.data",
  ],
  [
    "A-CREATE-18: an image url with an unsupported scheme",
    { prompt: { ...prompt, images: [{ url: "ftp://x.example/a" }] } },
    "prompt.images.0.url",
  ],
  [
    "A-CREATE-20: an unsupported image type",
    { prompt: { ...prompt, images: [{ data: "aGk=", mimeType: "image/svg+xml" }] } },
    "prompt.images.0.mimeType",
  ],
  ["A-CREATE-22: six images", { prompt: { ...prompt, images: repeat(6, () => image) } }, "prompt.images"],
  [
    "A-CREATE-24: image data over 15 MB",
    { prompt: { ...prompt, images: [{ data: "AAAA".repeat(5 * 1024 * 1024 + 1), mimeType: "image/png" }] } },
    "prompt.images.0.data",
  ],
  ["a prompt over 1,000,000 characters", { prompt: { text: "x".repeat(1_000_001) } }, "prompt.text"],
  ["A-CREATE-29: a model without id", { prompt, model: {} }, "model.id"],
  [
    "A-CREATE-33: a parameter value that isn't a string",
    { prompt, model: { id: "m", params: [{ id: "fast", value: true }] } },
    "model.params.0.value",
  ],
  ["A-CREATE-36: a name of 101 characters", { prompt, name: "n".repeat(101) }, "name"],
  ["A-CREATE-39: an env without type", { prompt, env: {} }, "env.type"],
  ["A-CREATE-40: an unknown env type", { prompt, env: { type: "vm" } }, "env.type"],
  ["A-CREATE-46: a named environment with repos", { prompt, env: { type: "cloud", name: "e" }, repos: [] }, "repos"],
  ["A-CREATE-54: 21 repositories", { prompt, repos: repeat(21, () => ({ url: "https://x.example/a/b" })) }, "repos"],
  ["A-CREATE-55: a repository without url", { prompt, repos: [{}] }, "repos.0.url"],
  [
    "A-CREATE-56: a repository with prUrl alone",
    { prompt, repos: [{ prUrl: "https://x.example/a/b/pull/1" }] },
    "repos.0.url",
  ],
  ["A-CREATE-76: an unknown mode", { prompt, mode: "ask" }, "mode"],
  ["A-CREATE-78: a malformed agentId", { prompt, agentId: "agent-1" }, "agentId"],
  ["A-CREATE-78: another prefix", { prompt, agentId: "BC-5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44" }, "agentId"],
  [
    "envVars and agentId together",
    { prompt, agentId: "bc-5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44", envVars: { A: "b" } },
    "agentId",
  ],
  [
    "A-VARS-02: 51 variables",
    { prompt, envVars: Object.fromEntries(repeat(51, (index) => [`V${index}`, "x"])) },
    "envVars",
  ],
  [
    "A-VARS-04: a variable name of 256 bytes",
    { prompt, envVars: { ["n".repeat(256)]: "x" } },
    `envVars.${"n".repeat(256)}`,
  ],
  [
    "A-VARS-05: a name over 255 bytes in fewer characters",
    { prompt, envVars: { ["é".repeat(128)]: "x" } },
    `envVars.${"é".repeat(128)}`,
  ],
  ["A-VARS-08: a value of 4097 bytes", { prompt, envVars: { V: "x".repeat(4097) } }, "envVars.V"],
  ["A-VARS-09: a value over 4096 bytes in fewer characters", { prompt, envVars: { V: "é".repeat(2049) } }, "envVars.V"],
  [
    "A-MCP-03: 51 tool servers",
    { prompt, mcpServers: repeat(51, (index) => ({ name: `s${index}`, url: "https://x.example" })) },
    "mcpServers",
  ],
  [
    "A-MCP-04: two tool servers with the same name",
    { prompt, mcpServers: repeat(2, () => ({ name: "s", url: "https://x.example" })) },
    "mcpServers.1.name",
  ],
  ["A-MCP-05: a tool server without name", { prompt, mcpServers: [{ url: "https://x.example" }] }, "mcpServers.0.name"],
  [
    "A-MCP-06: an unknown tool server type",
    { prompt, mcpServers: [{ name: "s", type: "ws", url: "https://x.example" }] },
    "mcpServers.0.type",
  ],
  ["A-MCP-09: http without url", { prompt, mcpServers: [{ name: "s", type: "http" }] }, "mcpServers.0.url"],
  ["A-MCP-10: sse without url", { prompt, mcpServers: [{ name: "s", type: "sse" }] }, "mcpServers.0.url"],
  ["A-MCP-11: neither url nor command", { prompt, mcpServers: [{ name: "s" }] }, "mcpServers.0.url"],
  [
    "A-MCP-12: a url with an unsupported scheme",
    { prompt, mcpServers: [{ name: "s", url: "file:///x" }] },
    "mcpServers.0.url",
  ],
  [
    "A-MCP-13: a url with a username",
    { prompt, mcpServers: [{ name: "s", url: "https://u@x.example" }] },
    "mcpServers.0.url",
  ],
  [
    "A-MCP-14: a url with a password",
    { prompt, mcpServers: [{ name: "s", url: "https://:p@x.example" }] },
    "mcpServers.0.url",
  ],
  ["A-MCP-15: stdio without command", { prompt, mcpServers: [{ name: "s", type: "stdio" }] }, "mcpServers.0.command"],
  [
    "A-MCP-16: a header that isn't a string",
    { prompt, mcpServers: [{ name: "s", url: "https://x.example", headers: { A: 1 } }] },
    "mcpServers.0.headers.A",
  ],
  [
    "A-MCP-17: an argument that isn't a string",
    { prompt, mcpServers: [{ name: "s", command: "x", args: [1] }] },
    "mcpServers.0.args.0",
  ],
  [
    "A-MCP-18: an environment that isn't an object",
    { prompt, mcpServers: [{ name: "s", command: "x", env: ["A=b"] }] },
    "mcpServers.0.env",
  ],
  [
    "A-SUB-03: 21 subagents",
    { prompt, customSubagents: repeat(21, (index) => ({ name: `s${index}`, description: "d", prompt: "p" })) },
    "customSubagents",
  ],
  [
    "A-SUB-04: a subagent without name",
    { prompt, customSubagents: [{ description: "d", prompt: "p" }] },
    "customSubagents.0.name",
  ],
  [
    "A-SUB-05: a subagent without description",
    { prompt, customSubagents: [{ name: "s", prompt: "p" }] },
    "customSubagents.0.description",
  ],
  [
    "A-SUB-06: a subagent without prompt",
    { prompt, customSubagents: [{ name: "s", description: "d" }] },
    "customSubagents.0.prompt",
  ],
  [
    "A-SUB-11: two subagents with the same name",
    { prompt, customSubagents: repeat(2, () => ({ name: "s", description: "d", prompt: "p" })) },
    "customSubagents.1.name",
  ],
  [
    "A-SUB-12: the built-in name explore",
    { prompt, customSubagents: [{ name: "explore", description: "d", prompt: "p" }] },
    "customSubagents.0.name",
  ],
  [
    "A-SUB-13: the built-in name debug",
    { prompt, customSubagents: [{ name: "debug", description: "d", prompt: "p" }] },
    "customSubagents.0.name",
  ],
  [
    "A-SUB-14: the built-in name shell",
    { prompt, customSubagents: [{ name: "shell", description: "d", prompt: "p" }] },
    "customSubagents.0.name",
  ],
  [
    "A-SUB-15: the built-in name computerUse",
    { prompt, customSubagents: [{ name: "computerUse", description: "d", prompt: "p" }] },
    "customSubagents.0.name",
  ],
  [
    "A-SUB-16: another built-in name",
    { prompt, customSubagents: [{ name: "plan", description: "d", prompt: "p" }] },
    "customSubagents.0.name",
  ],
];

describe("the body of a create agent request", () => {
  it.each(accepted)("%s is accepted", (_rule, body) => {
    expect(problemOf(body)).toBeUndefined();
  });

  it.each(rejected)("%s is rejected, naming the field", (_rule, body, field) => {
    expect(problemOf(body)).toBe(field);
  });

  it("A-CREATE-62: workOnCurrentBranch defaults to false", () => {
    expect(CreateAgentBody.parse({ prompt }).workOnCurrentBranch).toBe(false);
  });

  it("A-CREATE-74: mode defaults to agent", () => {
    expect(CreateAgentBody.parse({ prompt }).mode).toBe("agent");
  });

  it("A-MCP-07, A-MCP-08: the type of a tool server is inferred from url or command", () => {
    const { mcpServers } = CreateAgentBody.parse({
      prompt,
      mcpServers: [
        { name: "a", url: "https://x.example" },
        { name: "b", command: "x" },
      ],
    });
    expect(mcpServers?.map(({ type }) => type)).toEqual(["http", "stdio"]);
  });
});
