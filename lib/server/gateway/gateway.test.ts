import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineOperation } from "@/lib/contract/operation";
import { table } from "@/lib/contract/tables/service-table.generated";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import type { Person } from "@/lib/server/auth/session-reader";
import type { AuditEntry } from "@/lib/server/db/audit";
import type { Acting, Credentials } from "@/lib/server/upstream/client/service";
import { CredentialsMissingError } from "@/lib/server/upstream/client/upstream-error";
import { implementOperation, OperationError } from "./dashboard-operation";
import { createGateway } from "./gateway";

const webUrl = "http://127.0.0.1:3000";
const operator: Person = {
  id: "11111111-1111-4111-8111-111111111111",
  email: "o@x",
  name: "O",
  role: "operator",
  sessionId: "22222222-2222-4222-8222-222222222222",
};

interface ReceivedRequest {
  request: IncomingMessage;
  body: Buffer;
}

let received: ReceivedRequest[];
let audit: AuditEntry[];
let person: Person | undefined;
let respond: (response: ServerResponse) => void;
let server: ReturnType<typeof createServer>;
let base: string;
let shutdown: AbortController;
let auditFails: boolean;
let credentials: Credentials;

beforeEach(async () => {
  received = [];
  audit = [];
  person = operator;
  auditFails = false;
  credentials = { authorization: async ({ actsAs }) => `Bearer key-of-${actsAs}` };
  shutdown = new AbortController();
  respond = (response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    received.push({ request, body: Buffer.concat(chunks) });
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  base = `http://127.0.0.1:${address.port}`;
});

afterEach(async () => {
  shutdown.abort();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function gatewayOf(prefix = "/v1/repohost") {
  return createGateway({
    operations: table,
    own: dashboardOperations,
    service: {
      address: { base, repohostPrefix: prefix },
      credentials,
      clock: systemClock,
      ids: systemIds,
    },
    webUrl,
    person: async () => person,
    recordAudit: async (entry) => {
      if (auditFails) throw new Error("down");
      audit.push(entry);
    },
    log: createLog({ program: "test", level: "silent" }),
    shutdown: shutdown.signal,
  });
}

function call(path: string, init: RequestInit = {}, prefix?: string, gateway = gatewayOf(prefix)): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has("host")) headers.set("host", "127.0.0.1:3000");
  return gateway(new Request(`${webUrl}${path}`, { ...init, headers }));
}

const rename = defineOperation({
  id: "rename",
  summary: "Rename",
  method: "POST",
  path: "/dashboard/names/{id}",
  pathParams: z.object({ id: z.string() }),
  query: z.object({}),
  body: z.object({ name: z.string().trim().min(1, "is empty") }),
  response: z.object({ name: z.string() }),
  family: "dashboard",
  credentials: [],
  role: "operator",
});
const dashboardOperations = [
  implementOperation(rename, async ({ params, body, person: { email } }) => {
    if (params.id === "missing")
      throw new OperationError({ status: 404, code: "name_not_found", message: "Name not found." });
    if (params.id === "broken") throw new Error("internal secret");
    return { name: `${params.id}:${body.name}:${email}` };
  }),
];

const own = { origin: webUrl, "sec-fetch-site": "same-origin", "content-type": "application/json" };
const post = (path: string, body?: string, headers: Record<string, string> = own) =>
  call(path, { method: "POST", headers, ...(body === undefined ? {} : { body }) });
const prompt = `{ "prompt" : {"text":"h\\u0069"}, "extra": 12345678901234567890 }`;

describe("an action of a user in a repository", () => {
  const comment = () => post("/api/v1/repohost/repos/acme/widgets/pulls/1/comments", JSON.stringify({ body: "hi" }));

  it("is sent with the user's credential for the repository, and drops a rejected one", async () => {
    const requested: unknown[] = [];
    const rejectedFor: Acting[] = [];
    credentials = {
      authorization: async (caller, acting) => {
        requested.push([caller.actsAs, acting]);
        return "Bearer mine";
      },
      rejected: (_caller, acting) => rejectedFor.push(acting),
    };
    await comment();
    const acting = { person: operator, ownerSlug: "acme", repoName: "widgets" };
    expect(requested).toEqual([["person", acting]]);
    expect(rejectedFor).toEqual([]);
    respond = (response) => response.writeHead(401, { "content-type": "application/json" }).end("{}");
    expect((await comment()).status).toBe(401);
    expect(rejectedFor).toEqual([acting]);
  });

  it("is rejected without a service call if the user has no access", async () => {
    credentials = {
      authorization: async () => {
        throw new CredentialsMissingError("You aren't a member.", 403);
      },
    };
    const response = await comment();
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 7, message: "You aren't a member. Nothing was changed." });
    expect(received).toEqual([]);
    expect(audit.at(-1)).toMatchObject({ phase: "outcome", status: 403 });
  });
});

describe("an operation of the dashboard", () => {
  const to = (id: string, body: unknown) => post(`/api/dashboard/names/${id}`, JSON.stringify(body));

  it("receives parsed input, is audited, and never calls the service", async () => {
    const response = await to("a", { name: " b " });
    expect([response.status, await response.json()]).toEqual([200, { name: "a:b:o@x" }]);
    expect(audit.map(({ phase, status }) => [phase, status])).toEqual([
      ["intent", undefined],
      ["outcome", 200],
    ]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(received).toEqual([]);
  });

  it("checks session, role, origin and schema", async () => {
    expect(await (await to("a", { name: " " })).json()).toMatchObject({
      error: { code: "validation_error", field: "name" },
    });
    expect((await post("/api/dashboard/names/a", "{}", { origin: "http://evil" })).status).toBe(403);
    person = { ...operator, role: "viewer" };
    expect((await to("a", { name: "b" })).status).toBe(403);
    person = undefined;
    expect((await to("a", { name: "b" })).status).toBe(401);
    expect(audit).toEqual([]);
  });

  it("returns known errors, and logs internal ones", async () => {
    const missing = await to("missing", { name: "b" });
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { error: { code: "name_not_found", message: "Name not found." } },
    ]);
    const broken = await to("broken", { name: "b" });
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain("inside");
    expect(audit.map(({ status }) => status)).toEqual([undefined, 404, undefined, 500]);
  });
});

describe("the proxy", () => {
  it("forwards a read with the dashboard's key and the unchanged path and query", async () => {
    const response = await call("/api/v1/agents?limit=5&cursor=a%2Fb+c", { headers: { cookie: "secret=1" } });
    expect(response.status).toBe(200);
    const headers = received[0]?.request.headers;
    expect(received[0]?.request.url).toBe("/v1/agents?limit=5&cursor=a%2Fb+c");
    expect(headers?.authorization).toBe("Bearer key-of-userKey");
    expect(headers?.cookie).toBeUndefined();
    expect(audit).toEqual([]);
  });

  it("preserves an encoded slash", async () => {
    await call("/api/v1/agents/a%2Fb");
    expect(received[0]?.request.url).toBe("/v1/agents/a%2Fb");
  });

  it("forwards the original bytes of a body and audits intent and outcome", async () => {
    respond = (response) => response.writeHead(201, { "content-type": "application/json" }).end(`{"run":{}}`);
    const response = await post("/api/v1/agents/bc-1/runs", prompt);
    expect(response.status).toBe(201);
    expect(await response.text()).toBe(`{"run":{}}`);
    expect(received[0]?.body.toString()).toBe(prompt);
    expect(
      audit.map(({ phase, status, operationId, personEmail }) => [phase, status, operationId, personEmail]),
    ).toEqual([
      ["intent", undefined, "createRun", "o@x"],
      ["outcome", 201, "createRun", "o@x"],
    ]);
    expect(audit[0]?.requestId).toBe(received[0]?.request.headers["x-request-id"]);
    expect(JSON.stringify(audit, (_, value) => value)).not.toContain("hi");
  });

  it("forwards a write once if the browser resends it", async () => {
    const gateway = gatewayOf();
    const headers = { ...own, "x-attempt-id": "0123456789abcdef".repeat(2) };
    const twice = () => call("/api/v1/agents", { method: "POST", headers, body: prompt }, undefined, gateway);
    expect((await twice()).status).toBe(200);
    const second = await twice();
    expect([second.status, await second.json()]).toMatchObject([409, { error: { code: "repeated_call" } }]);
    expect([received.length, audit.length]).toEqual([1, 2]);
  });

  it("relays status, request id and rate limits, and no cookies", async () => {
    const body = `{"error":{"code":"rate_limit_exceeded","message":"slow down"}}`;
    respond = (response) =>
      response
        .writeHead(429, {
          "content-type": "application/json",
          "retry-after": "7",
          "x-ratelimit-remaining": "0",
          "x-request-id": "up-1",
          "set-cookie": "a=b",
          server: "x",
        })
        .end(body);
    const response = await call("/api/v1/me");
    expect(response.status).toBe(429);
    expect(await response.text()).toBe(body);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "retry-after": "7",
      "x-ratelimit-remaining": "0",
      "x-request-id": "up-1",
      "cache-control": "no-store",
    });
    expect(response.headers.has("set-cookie")).toBe(false);
    expect(response.headers.has("server")).toBe(false);
  });

  it("uses the configured hosting prefix", async () => {
    await call("/api/v1/repohost/repos/acme", {}, "/hosting/v9");
    expect(received[0]?.request.url).toBe("/hosting/v9/repos/acme");
  });
});

describe("the proxy rejects", () => {
  afterEach(() => expect(received).toEqual([]));

  it.each([
    ["/api/v1/unknown", { error: { code: "not_found" } }],
    ["/api/v1/repohost/unknown/x", { code: 5, details: [{ "@type": "type.googleapis.com/google.rpc.RequestInfo" }] }],
    ["/api/v0/unknown", { error: expect.stringMatching(/^Not found: /) }],
    ["/api/v1/agents/../me/../../admin", { error: { code: "not_found" } }],
    ["/api/v1/agents/%2e%2e", { error: { code: "not_found" } }],
    ["/api//v1/me", { error: { code: "not_found" } }],
    ["/api/v1/me/", { error: { code: "not_found" } }],
  ])("the unknown path %s in its family's shape", async (path, body) => {
    const response = await call(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject(body);
  });

  it("a known path with another method", async () => {
    expect((await call("/api/v1/me", { method: "DELETE", headers: own })).status).toBe(404);
  });

  it("visitors", async () => {
    person = undefined;
    const response = await call("/api/v1/me");
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: "unauthorized" } });
  });

  it("insufficient roles", async () => {
    person = { ...operator, role: "viewer" };
    const response = await post("/api/v1/agents/bc-1/archive");
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "role_forbidden" } });
    expect(audit).toEqual([]);
  });

  it.each([
    [{}],
    [{ origin: "http://127.0.0.1:3001" }],
    [{ origin: "null" }],
    [{ origin: webUrl, "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "cross-site" }],
  ])("writes from elsewhere: %j", async (headers) => {
    const response = await post("/api/v1/agents/bc-1/archive", undefined, headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "cross_origin" } });
  });

  it.each(["evil.example", "127.0.0.1:3001", "user@127.0.0.1:3000", "127.0.0.1:3000/x"])(
    "the host %s",
    async (host) => {
      expect((await call("/api/v1/me", { headers: { host } })).status).toBe(421);
    },
  );

  it.each([
    ["/api/v1/agents/bc-1/runs", "{", { code: "validation_error" }],
    ["/api/v1/agents/bc-1/runs", "", { code: "missing_body" }],
    ["/api/v1/agents/bc-1/runs", `{"prompt":{}}`, { code: "validation_error", field: "prompt.text" }],
  ])("the body of %s: %s", async (path, body, error) => {
    const response = await post(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
    expect(audit).toEqual([]);
  });

  it("an invalid query, with the field", async () => {
    const response = await call("/api/v1/agents?limit=x");
    expect(await response.json()).toMatchObject({ error: { code: "validation_error", field: "limit" } });
    expect((await call("/api/v1/agents?limit=1&limit=2")).status).toBe(400);
  });

  it("an invalid field, in the hosting API's error format", async () => {
    const response = await post("/api/v1/repohost/repos/acme/widgets/labels", `{"name":1}`);
    expect(await response.json()).toMatchObject({ code: 3, details: [{ fieldViolations: [{ field: "name" }] }, {}] });
  });

  it("an oversized body", async () => {
    const response = await post("/api/v1/agents", "{}", { ...own, "content-length": String(111 * 1024 * 1024) });
    expect(response.status).toBe(413);
  });

  it("writes that can't be audited", async () => {
    auditFails = true;
    const response = await post("/api/v1/agents/bc-1/archive");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: "audit_unavailable" } });
  });
});

describe("if the service is unreachable, the proxy reports", () => {
  it("that nothing was changed, if no connection was made", async () => {
    await new Promise((resolve) => server.close(resolve));
    const response = await post("/api/v1/agents/bc-1/archive");
    expect(response.status).toBe(502);
    const { error } = await response.json();
    expect(error).toMatchObject({
      code: "upstream_unreachable",
      message: expect.stringContaining("Nothing was changed"),
    });
    expect(audit.at(-1)).toMatchObject({ phase: "outcome", status: 502, detail: { code: "upstream_unreachable" } });
  });

  it("an unknown outcome, if the connection broke after a write was sent", async () => {
    respond = (response) => response.destroy();
    const { error } = await (await post("/api/v1/agents/bc-1/archive")).json();
    expect(error.message).toContain("may or may not have been made");
  });

  it("that redirects aren't followed", async () => {
    respond = (response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end();
    const response = await call("/api/v1/me");
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: "upstream_redirect" } });
  });
});

describe("a response that contains agent output", () => {
  it("has secrets masked and is otherwise unchanged", async () => {
    const run = `{ "id": "run-1", "agentId":"bc-1","status":"NEW_ONE", "big": 12345678901234567890, "result": "used ghp_${"aB3d".repeat(9)}" }`;
    respond = (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(run);
    };
    const text = await (await call("/api/v1/agents/bc-1/runs/run-1")).text();
    expect(text).toBe(run.replace("aB3d".repeat(9), "[masked]"));
  });
});

describe("a stream through the proxy", () => {
  it("starts with a comment, forwards the last event id, and ends with the service's stream", async () => {
    let stream: ServerResponse | undefined;
    respond = (response) => {
      stream = response.writeHead(200, {
        "content-type": "text/event-stream",
        "x-svc-stream-retention-seconds": "86400",
      });
      response.flushHeaders();
    };
    const response = await call("/api/v1/agents/bc-1/runs/run-1/stream", { headers: { "last-event-id": "7" } });
    expect(received[0]?.request.headers["last-event-id"]).toBe("7");
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    expect(response.headers.get("x-svc-stream-retention-seconds")).toBe("86400");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(": ok\n\n");
    stream?.write("event: heartbeat\ndata: {}\n\n");
    expect((await reader?.read())?.value).toBe("event: heartbeat\ndata: {}\n\n");
    stream?.destroy();
    expect((await reader?.read())?.done).toBe(true);
  });

  it("has secrets masked, even across chunks", async () => {
    respond = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('id: 1\nevent: assistant\ndata: {"text":"key ghp_aB3dE5gH7j"}\n\n');
      response.end('id: 2\nevent: assistant\ndata: {"text":"K9mN1pQ2sT4vW6xY8z1234 ok"}\n\n');
    };
    const text = await (await call("/api/v1/agents/bc-1/runs/run-1/stream")).text();
    expect(text).toContain('id: 1\nevent: assistant\ndata: {"text":"key ghp_[masked]"}');
    expect(text).toContain('id: 2\nevent: assistant\ndata: {"text":" ok"}');
  });

  it.each(["browser", "shutdown"])("closes the upstream stream on %s", async (who) => {
    let closed = false;
    respond = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      response.on("close", () => {
        closed = true;
      });
    };
    const browser = new AbortController();
    const response = await call("/api/v1/agents/bc-1/runs/run-1/stream", { signal: browser.signal });
    expect(response.status).toBe(200);
    (who === "browser" ? browser : shutdown).abort();
    await vi.waitFor(() => expect(closed).toBe(true), { timeout: 20_000 });
  });
});

describe("request bodies", () => {
  const batchGet = (body: string) => post("/api/v1/repohost/repos/acme/widgets/contents:batchGet", body);

  it.each([
    ["a body larger than its operation allows", " ".repeat(1024 * 1024 + 1), 413, "exceeds 1048576 bytes"],
    ["too many values", `{"paths":["a"],"x":[${"0,".repeat(30_000)}0]}`, 400, "more than 20000 values"],
    ["deep nesting", `{"paths":["a"],"x":${"[".repeat(100)}${"]".repeat(100)}}`, 400, "deeper than 64 levels"],
  ])("rejects %s before calling the service", async (_name, body, status, message) => {
    const response = await batchGet(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: 3, message: expect.stringContaining(message) });
    expect(received).toEqual([]);
  });

  it("closes the connection after a 413", async () => {
    expect((await batchGet(" ".repeat(2 * 1024 * 1024))).headers.get("connection")).toBe("close");
  });
});
