import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CreateAgentBody } from "@/lib/contract/agents/create-agent";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { newAgentId } from "./agent-id";
import { emptyFields, mcpServerRow, repositoryRow } from "./empty-fields";
import { toCreateBody } from "./launch-body";
import { controlForPath, serverProblems, validateLaunch } from "./launch-validation";

const none = { secretOf: () => "", dataOf: () => "AAAA" };
const known = { secretOf: () => "v", hasImage: () => true, reservedPrefix: "SVC_" };
const form = (values: object) => LaunchFields.parse({ ...emptyFields, ...values });
const url = "https://x.example/a/b";

describe("toCreateBody", () => {
  it("omits empty fields", () => {
    expect(toCreateBody(form({ prompt: "x" }), none)).toEqual({ prompt: { text: "x" }, mode: "agent" });
  });

  it("maps every form field to a body the contract accepts", () => {
    const fields = form({
      prompt: "Look",
      images: [
        { id: "i", source: "link", url: "https://x.example/a.png" },
        { id: "j", source: "file", mimeType: "image/png", fileName: "a.png", size: 3 },
      ],
      model: "quill-2",
      params: { fast: "true", other: "" },
      repositories: [
        repositoryRow({ id: "first", url, startingRef: " main " }),
        repositoryRow({ id: "blank" }),
        repositoryRow({ id: "second", url, from: "pull", startingRef: "gone", prUrl: `${url}/pull/1` }),
      ],
      target: "pool",
      targetName: "gpu",
      workOnCurrentBranch: true,
      autoCreatePR: true,
      skipReviewerRequest: true,
      mode: "plan",
      name: " Named ",
      variables: [{ id: "v", name: "TOKEN" }],
      mcpServers: [
        {
          ...mcpServerRow("m"),
          name: "docs",
          url: "https://m.example/",
          access: "headers",
          headers: [{ id: "h", name: "A" }],
        },
        {
          ...mcpServerRow("o"),
          name: "crm",
          type: "sse",
          url: "https://o.example/",
          access: "oauth",
          clientId: "c",
          scopes: "a, b",
        },
        {
          ...mcpServerRow("s"),
          name: "gh",
          type: "stdio",
          command: "npx",
          args: "-y\nx y",
          env: [{ id: "e", name: "T" }],
        },
      ],
      subagents: [{ id: "a", name: "reviewer", description: "d", prompt: "p", model: "inherit" }],
    });
    const body = toCreateBody(fields, { secretOf: (key) => `secret of ${key}`, dataOf: () => "aGk=" });
    expect(body).toEqual({
      prompt: {
        text: "Look",
        images: [{ url: "https://x.example/a.png" }, { data: "aGk=", mimeType: "image/png" }],
      },
      model: { id: "quill-2", params: [{ id: "fast", value: "true" }] },
      name: "Named",
      env: { type: "pool", name: "gpu" },
      repos: [
        { url, startingRef: "main" },
        { url, prUrl: `${url}/pull/1` },
      ],
      workOnCurrentBranch: true,
      autoCreatePR: true,
      skipReviewerRequest: true,
      envVars: { TOKEN: "secret of v" },
      mcpServers: [
        { name: "docs", type: "http", url: "https://m.example/", headers: { A: "secret of h" } },
        {
          name: "crm",
          type: "sse",
          url: "https://o.example/",
          auth: { CLIENT_ID: "c", CLIENT_SECRET: "secret of o.clientSecret", scopes: ["a", "b"] },
        },
        { name: "gh", type: "stdio", command: "npx", args: ["-y", "x y"], env: { T: "secret of e" } },
      ],
      customSubagents: [{ name: "reviewer", description: "d", prompt: "p", model: "inherit" }],
      mode: "plan",
    });
    expect(CreateAgentBody.safeParse(body).success).toBe(true);
    expect(validateLaunch(fields, known)).toEqual({});
  });

  it("accepts a generated agent id", () => {
    expect(CreateAgentBody.parse({ prompt: { text: "x" }, agentId: newAgentId() }).agentId).toMatch(/^bc-/);
  });
});

describe("validateLaunch", () => {
  it.each([
    [{ attempts: 0 }, "attempts must be 1 to 20"],
    [{ attempts: 1 }, "choose more attempts, models, or repositories, or turn off the batch"],
    [{ attempts: 11, models: ["x", "y"] }, "a batch can have at most 20 agents, not 22"],
    [{ attempts: 10, models: ["x", "y"] }, undefined],
  ])("checks the number of agents of the batch %j", (batch, problem) => {
    expect(validateLaunch(form({ prompt: "x", batch }), known).batch).toBe(problem);
  });

  it("reports all problems by control", () => {
    const fields = form({
      name: "n".repeat(101),
      repositories: [repositoryRow({ id: "first", url: "ftp://x" }), repositoryRow({ id: "two", url, from: "pull" })],
      images: [{ id: "i", source: "link", url: "no" }],
      variables: [
        { id: "v", name: "SVC_X" },
        { id: "w", name: "" },
        { id: "x", name: "A=B" },
      ],
      mcpServers: [
        { ...mcpServerRow("m"), name: "m" },
        { ...mcpServerRow("n"), name: "m", url },
      ],
      subagents: [{ id: "a", name: "explore", description: "", prompt: "p", model: "" }],
    });
    expect(Object.keys(validateLaunch(fields, known)).sort()).toEqual(
      [
        "a.description",
        "a.name",
        "first.url",
        "i",
        "m.url",
        "n.name",
        "name",
        "prompt",
        "two.prUrl",
        "v",
        "w",
        "x",
      ].sort(),
    );
  });

  it("reports duplicate names, missing values, and unavailable images", () => {
    const variables = [
      { id: "v", name: "A" },
      { id: "w", name: " A" },
    ];
    const images = [{ id: "i", source: "file", mimeType: "image/png" }];
    const fields = form({ prompt: "x", variables, images });
    const found = validateLaunch(fields, { ...known, secretOf: () => "", hasImage: () => false });
    expect(found).toMatchObject({
      v: expect.stringContaining("value is required"),
      w: expect.stringContaining("duplicate name"),
      i: expect.stringContaining("no longer available"),
    });
  });

  it("rejects a named environment combined with repositories", () => {
    const fields = form({
      prompt: "x",
      target: "cloud",
      targetName: "big",
      repositories: [repositoryRow({ id: "first", url })],
    });
    expect(validateLaunch(fields, known)).toEqual({ repositories: "cannot be combined with a named environment" });
  });

  it("maps the service's error to the control its field names", () => {
    const repositories = [repositoryRow({ id: "blank" }), repositoryRow({ id: "two", url })];
    const fields = form({ repositories, variables: [{ id: "v", name: "A.B" }] });
    expect(serverProblems(fields, "repos.0.startingRef", "repos.0.startingRef: x is not in y")).toEqual({
      "two.startingRef": "x is not in y",
    });
    expect(serverProblems(fields, "launch.repos.0.startingRef", "launch.repos.0.startingRef: no")).toEqual(
      serverProblems(fields, "repos.0.startingRef", "repos.0.startingRef: no"),
    );
    expect(serverProblems(fields, "attempts", "attempts: too many")).toEqual({ batch: "too many" });
    expect(serverProblems(fields, "envVars.A.B", "envVars.A.B: no")).toEqual({ v: "no" });
    expect(serverProblems(fields, "env.name", "env.name: none")).toEqual({ targetName: "none" });
    expect(serverProblems(fields, "metadata.x", "metadata.x: no")).toEqual({ form: "metadata.x: no" });
    expect(serverProblems(fields, undefined, "No")).toEqual({ form: "No" });
  });

  it("maps any path to a control", () => {
    const names = fc.constantFrom(
      "prompt",
      "images",
      "repos",
      "env",
      "envVars",
      "mcpServers",
      "auth",
      "0",
      "9",
      "",
      "x",
    );
    fc.assert(
      fc.property(fc.array(names), (path) => {
        expect(controlForPath(path, form({}))).not.toContain("undefined");
      }),
    );
  });
});
