import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { McpServer } from "@/lib/contract/agents/mcp-server";
import { startTlsProxy } from "@/service/remotes/testing/remote-fixture";
import { importHostImage, podman, testEngine } from "../images/testing/host-image";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { createImageStore, type Images } from "../stores/image-store";
import { agentProgram } from "../testing/agent-program";
import { pushEnvironment } from "../testing/push-environment";
import { createRunHarness, type RunHarness } from "../testing/run-harness";

const driver = await probeSandbox({ sandbox: "auto" });
const engine = testEngine();

/** Responds to an MCP request with two tools, or with the name of the called tool. */
const answer = ({ id, method, params }: { id?: number; method?: string; params?: { name?: string } }) => ({
  jsonrpc: "2.0",
  id,
  result:
    method === "tools/list"
      ? { tools: [{ name: "search" }, { name: "delete" }] }
      : { content: [{ type: "text", text: `called ${params?.name}` }] },
});

let harness: RunHarness;
let server: Server;
let url = "";
const seen: { headers: unknown; body: string }[] = [];

beforeAll(async () => {
  harness = await createRunHarness();
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ headers: request.headers, body });
    if (request.url === "/events" && request.method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: endpoint\ndata: /messages\n\n");
      response.end(`data: ${JSON.stringify(answer({ id: 5, method: "tools/list" }))}\n\n`);
    } else if (request.url === "/messages") response.writeHead(202).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer(JSON.parse(body))));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
});
afterAll(async () => {
  server.close();
  await harness.dispose();
});

/** Requests each of the session's servers as an agent would, and prints the responses. */
const requestServers = `
const { spawn } = await import("node:child_process");
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const call = (name) => ({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name } });
for (const { type, command, args, url, headers = [] } of session.mcpServers) {
  if (command) {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    for (const message of [list, call("search"), call("delete")]) child.stdin.write(JSON.stringify(message) + "\\n");
    child.stdin.end();
    for await (const chunk of child.stdout) say(String(chunk));
    continue;
  }
  say("headers " + headers.length + "\\n");
  if (type === "sse") {
    const events = await (await fetch(url)).text();
    say(events);
    const endpoint = new URL(/data: (\\S+endpoint\\S+)/.exec(events)[1], url);
    for (const name of ["search", "delete"]) {
      say("posted " + name + " " + (await fetch(endpoint, { method: "POST", body: JSON.stringify(call(name)) })).status + "\\n");
    }
    continue;
  }
  for (const message of [list, call("search"), call("delete")]) {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(message) });
    say(await response.text() + "\\n");
  }
}
send({ id, result: { stopReason: "end_turn" } });`;

/** Runs an agent with servers whose tools the environment file limits, and returns its output. */
async function runWith(
  servers: object[],
  branch: string,
  tools: object = { toolAllowlist: ["search"] },
  { image, images }: { image?: string; images?: Images } = {},
) {
  const file = {
    image,
    mcpServerAllowlist: [
      { serverUrl: "127.0.0.1", ...tools },
      { command: "*", ...tools },
    ],
  };
  await pushEnvironment(harness, branch, JSON.stringify(file));
  const capabilities = "{ mcpCapabilities: { http: true, sse: true } }";
  const command = await harness.program(branch, agentProgram(requestServers, { capabilities }));
  const { outcome } = await harness.run(
    {
      command,
      repositories: [{ ...(driver === "none" ? harness.repository() : harness.httpRepository()), startingRef: branch }],
      mcpServers: servers.map((each) => McpServer.parse(each)),
    },
    { sandbox: driver, egress: { inherited: [], blocked: [], required: [url] }, images },
  );
  return outcome.result;
}

const listed = '"result":{"tools":[{"name":"search"}]}';

describe("E-MCP-16: the tools an environment file allows", () => {
  it("are the only ones of an HTTP server, whose credentials the agent doesn't get", async () => {
    seen.length = 0;
    const output = await runWith([{ name: "docs", url, headers: { Authorization: "Bearer secret" } }], "http-tools");
    expect(output).toContain("headers 0");
    expect(output).toContain(listed);
    expect(output).toContain("called search");
    expect(output).toContain("Tool delete isn't in the environment file's toolAllowlist");
    expect(seen.map(({ body }) => body).join()).not.toContain("delete");
    expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer secret" });
  });

  it.each([
    ["E-MCP-17: all without a list", {}],
    ["E-MCP-18: all with an empty list", { toolAllowlist: [] }],
  ])("are %s", async (title, tools) => {
    const headers = { Authorization: "Bearer secret" };
    const output = await runWith([{ name: "docs", url, headers }], `tools-${title.slice(6, 8)}`, tools);
    expect(output).toContain("called search");
    expect(output).toContain("called delete");
  });

  it("are the only ones of an SSE server", { tags: ["long"] }, async () => {
    const output = await runWith([{ name: "events", type: "sse", url: `${url}/events` }], "sse-tools");
    expect(output).toContain(listed);
    expect(output).toContain("posted search 202\nposted delete 403");
  });

  it("are the only ones of a stdio server", { tags: ["long"] }, async () => {
    const program = await harness.program(
      "mcp-server",
      `import { createInterface } from "node:readline"; const answer = ${answer.toString()};
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(JSON.parse(line))));`,
    );
    const source = await readFile(program[1] ?? "", "utf8");
    const output = await runWith(
      [{ name: "local", command: process.execPath, args: ["--input-type=module", "--eval", source] }],
      "stdio-tools",
    );
    expect(output).toContain(listed);
    expect(output).toContain("called search");
    expect(output).toContain("Tool delete isn't in the environment file's toolAllowlist");
  });

  it.skipIf(driver === "none" || !engine)(
    "are the only ones of a stdio server in a container image",
    { tags: ["long"] },
    async () => {
      const result = (value: string) => `echo '{"jsonrpc":"2.0","id":1,"result":${value}}'`;
      const script = `while read -r line; do case $line in
*tools/list*) ${result('{"tools":[{"name":"search"},{"name":"delete"}]}')};;
*) read -r from < /etc/marker; ${result(`{"called":"'$from'"}`)};;
esac; done`;
      const image = await importHostImage(engine ?? [], harness.folder, `localhost/slipway-tools-${randomUUID()}:1`);
      const store = createImageStore({ folder: join(harness.folder, "images"), limitBytes: 1024 ** 3 });
      const server = { name: "local", command: "/bin/sh", args: ["-c", script] };
      const output = await runWith([server], "image-tools", undefined, {
        image,
        images: { engine: engine ?? [], store },
      });
      expect(output).toContain(listed);
      expect(output.match(/"called":"from-the-image"/g)).toHaveLength(1);
      expect(output).toContain("Tool delete isn't in the environment file's toolAllowlist");
      await podman(engine ?? [], "rmi", image);
    },
  );
});

describe("a server on a private network", () => {
  it("is reached through the gateway, with the certificates of the settings", async () => {
    const proxy = await startTlsProxy(harness.folder, "localhost", Number(new URL(url).port));
    const command = await harness.program(
      "internal",
      agentProgram(requestServers, { capabilities: "{ mcpCapabilities: { http: true } }" }),
    );
    const runWith = async (certificates: string) => {
      const servers = [McpServer.parse({ name: "internal", url: `https://localhost:${proxy.port}` })];
      const spec = { command, repositories: [], mcpServers: servers, privateServers: { internal: certificates } };
      return (await harness.run(spec, { sandbox: driver })).outcome.result;
    };
    expect(await runWith(await readFile(proxy.certificate, "utf8"))).toContain("called search");
    expect(await runWith("")).toContain("self-signed certificate");
    proxy.close();
  });
});
