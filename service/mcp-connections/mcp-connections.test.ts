import { mkdtemp } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { deleteMcpConnection } from "@/lib/contract/agents/delete-mcp-connection";
import { finishMcpConnection } from "@/lib/contract/agents/finish-mcp-connection";
import { getMe } from "@/lib/contract/agents/get-me";
import { getRun } from "@/lib/contract/agents/get-run";
import { listAgentMcpServers } from "@/lib/contract/agents/list-agent-mcp-servers";
import { listMcpConnections } from "@/lib/contract/agents/list-mcp-connections";
import { startMcpConnection } from "@/lib/contract/agents/start-mcp-connection";
import type { BodyInputOf } from "@/lib/contract/operation";
import { agentProgram } from "@/runner/testing/agent-program";
import { createPublicFetch } from "../core/http/public-fetch";
import { agents } from "../core/store/tables/agents";
import { mcpAuthorizations, mcpConnections } from "../core/store/tables/mcp-connections";
import { createCertificate } from "../remotes/testing/remote-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { mcpAccessToken } from "./mcp-access-token";
import { type ProtectedMcpServer, startProtectedMcpServer, staticClient } from "./testing/protected-mcp-server";

const redirectUrl = "http://127.0.0.1:3000/api/mcp-callback";
const auth = { CLIENT_ID: staticClient.id, CLIENT_SECRET: staticClient.secret, scopes: ["crm:read", "offline_access"] };

/** Calls a tool of each of the session's servers and replies with what it received. */
const toolCaller = `
for (const { url, headers } of session.mcpServers) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search" } });
  const response = await fetch(url, { method: "POST", body });
  say(headers.length + " headers, " + response.status + " " + (await response.text()));
}
send({ id, result: { stopReason: "end_turn" } });`;

type McpServerInput = NonNullable<BodyInputOf<typeof createAgent>["mcpServers"]>[number];

let test: TestService;
let server: ProtectedMcpServer;
/** A server on a private network, which the settings list. */
let internal: ProtectedMcpServer;
beforeAll(async () => {
  server = await startProtectedMcpServer();
  const { certificate, tls } = await createCertificate(await mkdtemp(join(tmpdir(), "slipway-mcp-")), "localhost");
  internal = await startProtectedMcpServer(tls);
  const hosts = [internal.url, internal.issuer].map((url) => new URL(url).host);
  const source = agentProgram(toolCaller, { capabilities: "{ mcpCapabilities: { http: true, sse: true } }" });
  const command = [process.execPath, "--input-type=module", "--eval", source];
  test = await startTestService({
    SANDBOX: "none",
    ALLOW_UNISOLATED: "1",
    AGENTS: JSON.stringify({ caller: command }),
    PRIVATE_REMOTES: JSON.stringify(Object.fromEntries(hosts.map((host) => [host, certificate]))),
  });
  test.service.mcpFetch = createPublicFetch({ isPublic: () => true, insecure: true });
});
afterAll(async () => {
  await test.close();
  await server.stop();
  await internal.stop();
});

async function connect(body: object, { key, at = server }: { key?: string; at?: ProtectedMcpServer } = {}) {
  const caller = key === undefined ? {} : { key };
  const started = await test.call(startMcpConnection, { body: { redirectUrl, ...body }, ...caller });
  const response = await at.authorize(started.authorizationUrl);
  expect(response.get("state")).toBe(started.state);
  return test.call(finishMcpConnection, {
    body: { state: started.state, response: Object.fromEntries(response) },
    ...caller,
  });
}

/** Runs an agent with the servers to its end. */
async function runWith(mcpServers: McpServerInput[]) {
  const { agent, run } = await test.call(createAgent, {
    body: { prompt: { text: "Search" }, model: { id: "caller" }, mcpServers },
  });
  return { agent, run: await outcomeOf(agent.id, run.id) };
}

async function outcomeOf(agentId: string, runId: string) {
  await test.stream(agentId, runId);
  return test.call(getRun, { params: { id: agentId, runId } });
}

async function disconnectAll() {
  for (const { id } of (await test.call(listMcpConnections)).items)
    await test.call(deleteMcpConnection, { params: { id } });
}

describe("A-MCP-20: a remote MCP server with OAuth", () => {
  it("fails the run before the agent starts until its user connects it, then works in a follow-up", {
    tags: ["long"],
  }, async () => {
    const { agent, run: failed } = await runWith([{ name: "crm", url: server.url, auth }]);
    expect(failed.status).toBe("ERROR");
    expect(failed.error).toMatchObject({ code: "mcp_not_connected", message: expect.stringContaining('"crm"') });
    const servers = () => test.call(listAgentMcpServers, { params: { id: agent.id } });
    expect((await servers()).items).toEqual([{ name: "crm", url: server.url, required: true, connected: false }]);

    const connection = await connect({ agentServer: { agentId: agent.id, name: "crm" } });
    expect(connection).toMatchObject({ url: server.url, clientId: staticClient.id, issuer: server.issuer });
    expect((await servers()).items).toEqual([{ name: "crm", url: server.url, required: true, connected: true }]);

    const { run } = await test.call(createRun, { params: { id: agent.id }, body: { prompt: { text: "Again" } } });
    expect(await outcomeOf(agent.id, run.id)).toMatchObject({
      status: "FINISHED",
      result: expect.stringMatching(/^0 headers, 200 .*3 customers/),
    });
    await disconnectAll();
  });

  it("registers a client where the server has none, and replaces a rejected token once", {
    tags: ["long"],
  }, async () => {
    await connect({ url: server.url });
    const servers = [{ name: "crm", url: server.url }];
    expect((await runWith(servers)).run.result).toContain("3 customers");
    const [first] = server.accepted.slice(-1);
    server.rejectIssued();
    expect((await runWith(servers)).run.result).toContain("3 customers");
    expect(server.accepted.at(-1)).not.toBe(first);
    await disconnectAll();
  });

  it("loses its connection once the authorization server revokes it, and the next run reports it", {
    tags: ["long"],
  }, async () => {
    await connect({ url: server.url, auth });
    server.rejectIssued();
    await server.revoke();
    const servers = [{ name: "crm", url: server.url, auth }];
    expect((await runWith(servers)).run.result).toMatch(/502 .*access expired or was revoked/);
    expect((await test.call(listMcpConnections)).items).toEqual([]);
    expect((await runWith(servers)).run.error).toMatchObject({ code: "mcp_not_connected" });
  });

  it("keeps its connection if the authorization server rejects a refresh for now", { tags: ["long"] }, async () => {
    await connect({ url: server.url, auth });
    server.rejectIssued();
    server.answerTokenRequests((response) =>
      response.writeHead(429, { "content-type": "application/json" }).end('{"error":"slow_down"}'),
    );
    const servers = [{ name: "crm", url: server.url, auth }];
    expect((await runWith(servers)).run.result).toMatch(/502 .*couldn't refresh the access token/);
    server.answerTokenRequests(undefined);
    expect((await runWith(servers)).run.result).toContain("3 customers");
    await disconnectAll();
  });

  it("waits for a slow authorization server with one database connection, however many calls wait", {
    tags: ["long"],
  }, async () => {
    const { db, pool } = { db: test.service.db, pool: test.service.database.pool };
    await connect({ url: server.url, auth });
    const { agent, run } = await runWith([{ name: "crm", url: server.url, auth }]);
    server.rejectIssued();
    const waiting: ServerResponse[] = [];
    server.answerTokenRequests((response) => void waiting.push(response));
    const [row] = await db.select().from(agents).where(eq(agents.id, agent.id));
    const rejected = server.accepted.at(-1);
    if (!row) throw new Error("agent not found");
    const call = () => mcpAccessToken(test.service, row, { runId: run.id, server: "crm", rejected });
    const calls = Promise.allSettled(Array.from({ length: 30 }, call));
    const inUse = () => pool.totalCount - pool.idleCount;
    await expect.poll(() => [waiting.length, inUse(), pool.waitingCount]).toEqual([1, 1, 0]);
    // Other users are served meanwhile.
    expect(await db.$count(mcpConnections)).toBe(1);
    for (const response of waiting) response.writeHead(503).end();
    expect((await calls).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => "rejected"));
    server.answerTokenRequests(undefined);
    expect(waiting).toHaveLength(1);
    await disconnectAll();
  });

  it("stores tokens encrypted and never returns them", async () => {
    const connection = await connect({ url: server.url, auth });
    expect(connection.scope).toBe("crm:read");
    const [row] = await test.service.db.select().from(mcpConnections).where(eq(mcpConnections.id, connection.id));
    const opened = JSON.stringify(test.service.cipher.open(row?.secrets ?? Buffer.alloc(0)));
    const { accessToken } = JSON.parse(opened);
    expect(accessToken).toMatch(/\S{20}/);
    expect(row?.secrets.includes(accessToken)).toBe(false);
    expect(JSON.stringify([connection, (await test.call(listMcpConnections)).items])).not.toContain(accessToken);
    await disconnectAll();
  });
});

describe("connecting an MCP server", () => {
  it("accepts a state once, and only from the caller that received it", async () => {
    const { authorizationUrl, state } = await test.call(startMcpConnection, {
      body: { redirectUrl, url: server.url, auth },
    });
    const response = Object.fromEntries(await server.authorize(authorizationUrl));
    const finish = (key?: string) =>
      test.send("POST", "/v1/mcp-connections/finish", { body: { state, response }, ...(key ? { key } : {}) });
    expect((await finish(test.keys.serviceAccount)).status).toBe(400);
    expect((await finish()).status).toBe(200);
    expect(await finish()).toMatchObject({ status: 400, body: { error: { code: "mcp_authorization_failed" } } });
    await disconnectAll();
  });

  it("reports what the authorization server rejected", async () => {
    const { state } = await test.call(startMcpConnection, { body: { redirectUrl, url: server.url, auth } });
    const response = { error: "access_denied", error_description: "The user said no", iss: server.issuer };
    const finished = await test.send("POST", "/v1/mcp-connections/finish", { body: { state, response } });
    expect(finished).toMatchObject({
      status: 400,
      body: { error: { code: "mcp_authorization_failed", message: expect.stringContaining("The user said no") } },
    });
  });

  it("connects servers on a private network only if the settings list them", async () => {
    const { mcpFetch, settings } = test.service;
    test.service.mcpFetch = createPublicFetch({ ...settings, insecure: true });
    const started = await test.send("POST", "/v1/mcp-connections", { body: { redirectUrl, url: server.url } });
    await connect({ url: internal.url }, { at: internal });
    test.service.mcpFetch = mcpFetch;
    expect((await runWith([{ name: "crm", url: internal.url }])).run.result).toContain("3 customers");
    await disconnectAll();
    expect(started).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", message: expect.stringContaining("address isn't allowed") } },
    });
  });

  it.each([
    [{}, "url"],
    [{ url: "ftp://example.com" }, "url"],
    [{ url: "https://mcp.example.com", agentServer: { agentId: "bc-1", name: "crm" } }, "url"],
    [{ url: "https://mcp.example.com", auth: { scopes: [] } }, "auth.CLIENT_ID"],
  ])("rejects %j naming the field", async (input, field) => {
    const started = await test.send("POST", "/v1/mcp-connections", { body: { redirectUrl, ...input } });
    expect(started).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(field) } } });
  });

  it("expires after ten minutes, and is limited to 50 unfinished connections of an owner", async () => {
    const { db, clock } = test.service;
    await db.delete(mcpAuthorizations);
    const { userId } = await test.call(getMe);
    const pending = Array.from({ length: 49 }, (_, index) => ({
      stateHash: `pending-${index}`,
      teamId: 1,
      owner: `user:${userId}`,
      secrets: Buffer.alloc(0),
      expiresAt: clock.now() + 60_000,
    }));
    await db.insert(mcpAuthorizations).values(pending);
    const body = { redirectUrl, url: server.url, auth };
    const before = clock.now();
    const { state, expiresAt } = await test.call(startMcpConnection, { body });
    expect(Date.parse(expiresAt) - before).toBeGreaterThanOrEqual(600_000);
    expect(Date.parse(expiresAt) - clock.now()).toBeLessThanOrEqual(600_000);
    const start = (key = test.keys.user) => test.send("POST", "/v1/mcp-connections", { body, key });
    expect(await start()).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
    expect((await start(test.keys.serviceAccount)).status).toBe(201);
    await db.update(mcpAuthorizations).set({ expiresAt: clock.now() - 1 });
    const finish = { body: { state, response: { code: "x" } } };
    expect(await test.send("POST", "/v1/mcp-connections/finish", finish)).toMatchObject({
      status: 400,
      body: { error: { code: "mcp_authorization_failed", field: "state" } },
    });
    expect((await start()).status).toBe(201);
    await db.delete(mcpAuthorizations);
  });

  it("connects a server of an agent only by its name and for the agent's owner", async () => {
    const { agent } = await runWith([{ name: "crm", url: server.url, auth }]);
    const start = (name: string, key = test.keys.user) =>
      test.send("POST", "/v1/mcp-connections", {
        body: { redirectUrl, agentServer: { agentId: agent.id, name } },
        key,
      });
    expect(await start("other")).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: "agentServer.name" } },
    });
    expect(await start("crm", test.keys.serviceAccount)).toMatchObject({
      status: 403,
      body: { error: { code: "role_forbidden" } },
    });
  });
});

describe("connected MCP servers", () => {
  it("are listed by URL, and can only be disconnected by their owner", async () => {
    const { db, clock, ids } = test.service;
    const { userId } = await test.call(getMe);
    const row = (url: string) => ({
      id: ids.typed("mcp"),
      teamId: 1,
      owner: `user:${userId}`,
      url,
      clientId: "",
      issuer: "https://login.example.com",
      secrets: Buffer.alloc(0),
      createdAt: clock.now(),
      updatedAt: clock.now(),
    });
    const [later, first] = [row("https://mcp.example.com/b"), row("https://mcp.example.com/a")];
    await db.insert(mcpConnections).values([later, first]);
    const listed = async () => (await test.call(listMcpConnections)).items.map(({ id }) => id);
    expect(await listed()).toEqual([first.id, later.id]);
    const disconnect = (key: string) => test.send("DELETE", `/v1/mcp-connections/${first.id}`, { key });
    expect(await disconnect(test.keys.serviceAccount)).toMatchObject({
      status: 404,
      body: { error: { code: "mcp_connection_not_found" } },
    });
    expect(await disconnect(test.keys.user)).toMatchObject({ status: 200, body: { id: first.id } });
    expect(await listed()).toEqual([later.id]);
    await disconnectAll();
  });
});
