import type { ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import type { Acting } from "@/lib/server/upstream/client/service";
import { CredentialsMissingError } from "@/lib/server/upstream/client/upstream-error";
import { operator, own, setUpGateway } from "./testing/gateway-fixture";

const { proxy, call, post } = setUpGateway();
const prompt = `{ "prompt" : {"text":"h\\u0069"}, "extra": 12345678901234567890 }`;

describe("an action of a user in a repository", () => {
  const comment = () => post("/api/v1/repohost/repos/acme/widgets/pulls/1/comments", JSON.stringify({ body: "hi" }));

  it("is sent with the user's credential for the repository, and drops a rejected one", async () => {
    const requested: unknown[] = [];
    const rejectedFor: Acting[] = [];
    proxy().credentials = {
      authorization: async (caller, acting) => {
        requested.push([caller.actsAs, acting]);
        return "Bearer mine";
      },
      rejected: (_caller, acting) => rejectedFor.push(acting),
    };
    await comment();
    const acting = { user: operator, ownerSlug: "acme", repoName: "widgets" };
    expect(requested).toEqual([["user", acting]]);
    expect(rejectedFor).toEqual([]);
    proxy().respond = (response) => response.writeHead(401, { "content-type": "application/json" }).end("{}");
    const rejected = await comment();
    expect(rejected.status).toBe(401);
    expect(rejected.headers.has("www-authenticate")).toBe(false);
    expect(rejectedFor).toEqual([acting]);
  });

  it("is rejected without a service call if the user has no access", async () => {
    proxy().credentials = {
      authorization: async () => {
        throw new CredentialsMissingError("You aren't a member.", 403);
      },
    };
    const response = await comment();
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 7, message: "You aren't a member. The change wasn't made." });
    expect(proxy().received).toEqual([]);
    expect(proxy().audit.at(-1)).toMatchObject({ phase: "outcome", status: 403 });
  });
});

describe("a write in a repository", () => {
  it("declines to bypass rules unless the user gives a reason, which is audited", async () => {
    const path = "/api/v1/repohost/repos/acme/widgets/pulls/1/merge";
    const sent = async (choice?: string) => {
      await post(path, "{}", { ...own, ...(choice === undefined ? {} : { "rule-bypass": choice }) });
      return proxy().received.at(-1)?.request.headers["rule-bypass"];
    };
    expect(await sent()).toBe("none");
    expect(await sent("all")).toBe("none");
    expect(await sent("reason=%20")).toBe("none");
    expect(proxy().audit.at(-2)?.detail).not.toHaveProperty("bypassReason");
    expect(await sent("reason=Outage%20%E2%9C%93")).toBe("reason=Outage%20%E2%9C%93");
    expect(proxy().audit.at(-2)?.detail).toMatchObject({ bypassReason: "Outage ✓" });
    await call("/api/v1/repohost/repos/acme/widgets");
    expect(proxy().received.at(-1)?.request.headers).not.toHaveProperty("rule-bypass");
  });
});

describe("an operation of the dashboard", () => {
  const to = (id: string, body: unknown) => post(`/api/dashboard/names/${id}`, JSON.stringify(body));

  it("receives parsed input, is audited, and never calls the service", async () => {
    const response = await to("a", { name: " b " });
    expect([response.status, await response.json()]).toEqual([200, { name: "a:b:o@x" }]);
    expect(proxy().audit.map(({ phase, status }) => [phase, status])).toEqual([
      ["intent", undefined],
      ["outcome", 200],
    ]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(proxy().received).toEqual([]);
  });

  it("checks session, role, origin and schema", async () => {
    expect(await (await to("a", { name: " " })).json()).toMatchObject({
      error: { code: "validation_error", field: "name" },
    });
    const foreign = await post("/api/dashboard/names/a", "{}", { origin: "http://evil" });
    const error = { code: "cross_origin", message: "Cross-origin requests can't make changes." };
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { error }]);
    proxy().user = { ...operator, role: "viewer" };
    expect((await to("a", { name: "b" })).status).toBe(403);
    proxy().user = undefined;
    expect((await to("a", { name: "b" })).status).toBe(401);
    expect(proxy().audit).toEqual([]);
  });

  it("isn't executed about an agent that the user can't use", async () => {
    const about = async (id: string) => {
      const response = await call(`/api/dashboard/agents/${id}/text`);
      return [response.status, await response.json()];
    };
    expect(await about("seen")).toEqual([200, { text: "About seen" }]);
    expect(await about("hidden")).toEqual([404, { error: { code: "agent_not_found", message: "o@x: not found" } }]);
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
    expect(proxy().audit.map(({ status }) => status)).toEqual([undefined, 404, undefined, 500]);
  });
});

describe("the proxy", () => {
  it("forwards a read for the user, with the unchanged path and query", async () => {
    const response = await call("/api/v1/agents?limit=5&cursor=a%2Fb+c", { headers: { cookie: "secret=1" } });
    expect(response.status).toBe(200);
    const headers = proxy().received[0]?.request.headers;
    expect(proxy().received[0]?.request.url).toBe("/v1/agents?limit=5&cursor=a%2Fb+c");
    expect(headers?.authorization).toBe("Bearer key-of-user");
    expect(headers?.["x-acting-user"]).toBe(operator.email);
    expect(headers?.cookie).toBeUndefined();
    expect(proxy().audit).toEqual([]);
  });

  it("preserves an encoded slash", async () => {
    await call("/api/v1/agents/a%2Fb");
    expect(proxy().received[0]?.request.url).toBe("/v1/agents/a%2Fb");
  });

  it("forwards the original bytes of a body and audits intent and outcome", async () => {
    proxy().respond = (response) => response.writeHead(201, { "content-type": "application/json" }).end(`{"run":{}}`);
    const response = await post("/api/v1/agents/bc-1/runs", prompt);
    expect(response.status).toBe(201);
    expect(await response.text()).toBe(`{"run":{}}`);
    expect(proxy().received[0]?.body.toString()).toBe(prompt);
    expect(
      proxy().audit.map(({ phase, status, operationId, userEmail }) => [phase, status, operationId, userEmail]),
    ).toEqual([
      ["intent", undefined, "createRun", "o@x"],
      ["outcome", 201, "createRun", "o@x"],
    ]);
    expect(proxy().audit[0]?.requestId).toBe(proxy().received[0]?.request.headers["x-request-id"]);
    expect(JSON.stringify(proxy().audit, (_, value) => value)).not.toContain("hi");
  });

  it("reports a write with its body and result, which the browser also receives", async () => {
    proxy().respond = (response) => {
      response.writeHead(201, { "content-type": "application/json" }).end('{"run":{"id":"run-1"}}');
    };
    const response = await post("/api/v1/agents/bc-1/runs", prompt);
    const result = { run: { id: "run-1" } };
    expect(await response.json()).toEqual(result);
    const body = { prompt: { text: "hi" } };
    expect(proxy().written).toMatchObject([{ status: 201, params: { id: "bc-1" }, body, result, userId: operator.id }]);
    await call("/api/v1/agents");
    expect(proxy().written).toHaveLength(1);
  });

  it("forwards a write once if the browser resends it", async () => {
    const gateway = proxy().gateway();
    const headers = { ...own, "x-attempt-id": "0123456789abcdef".repeat(2) };
    const twice = () => call("/api/v1/agents", { method: "POST", headers, body: prompt }, undefined, gateway);
    expect((await twice()).status).toBe(200);
    const second = await twice();
    expect([second.status, await second.json()]).toMatchObject([409, { error: { code: "repeated_call" } }]);
    expect([proxy().received.length, proxy().audit.length]).toEqual([1, 2]);
  });

  it("relays status, request id and rate limits, and no cookies", async () => {
    const body = `{"error":{"code":"rate_limit_exceeded","message":"slow down"}}`;
    proxy().respond = (response) =>
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
    expect(proxy().received[0]?.request.url).toBe("/hosting/v9/repos/acme");
  });
});

describe("a response that contains agent output", () => {
  it("has secrets masked and is otherwise unchanged", async () => {
    const run = `{ "id": "run-1", "agentId":"bc-1","status":"NEW_ONE", "big": 12345678901234567890, "result": "used ghp_${"aB3d".repeat(9)}" }`;
    proxy().respond = (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(run);
    };
    const text = await (await call("/api/v1/agents/bc-1/runs/run-1")).text();
    expect(text).toBe(run.replace("aB3d".repeat(9), "[masked]"));
  });

  it("has secrets masked by default, and a minted credential unchanged", async () => {
    const secret = `ghp_${"aB3d".repeat(9)}`;
    proxy().respond = (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ secret }));
    };
    const artifacts = "/api/v1/agents/bc-1/artifacts";
    expect(await (await call(artifacts)).json()).toEqual({ secret: "ghp_[masked]" });
    expect(await (await call(`${artifacts}/download?path=artifacts/a`)).json()).toEqual({ secret });
  });
});

describe("a stream through the proxy", () => {
  it("starts with a comment, forwards the last event id, and ends with the service's stream", async () => {
    let stream: ServerResponse | undefined;
    proxy().respond = (response) => {
      stream = response.writeHead(200, {
        "content-type": "text/event-stream",
        "x-svc-stream-retention-seconds": "86400",
      });
      response.flushHeaders();
    };
    const response = await call("/api/v1/agents/bc-1/runs/run-1/stream", { headers: { "last-event-id": "7" } });
    expect(proxy().received[0]?.request.headers["last-event-id"]).toBe("7");
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
    proxy().respond = (response) => {
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
    proxy().respond = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      response.on("close", () => {
        closed = true;
      });
    };
    const browser = new AbortController();
    const response = await call("/api/v1/agents/bc-1/runs/run-1/stream", { signal: browser.signal });
    expect(response.status).toBe(200);
    (who === "browser" ? browser : proxy().shutdown).abort();
    await vi.waitFor(() => expect(closed).toBe(true), { timeout: 20_000 });
  });
});
