import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getMe } from "@/lib/contract/agents/get-me";
import { buildPath } from "@/lib/contract/build-path";
import { compilePath } from "@/lib/contract/path";
import { table } from "@/lib/contract/tables/service-table.generated";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { startTestService, type TestService } from "../../testing/test-service";
import { authenticate } from "../../users/authenticate";
import { createRouter } from "./router";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const basic = (user: string, password = "") => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

describe("authentication", () => {
  it("A-AUTH-01: accepts Basic with the key as user name and an empty password", async () => {
    const response = await test.send("GET", "/v1/me", { key: null, headers: { authorization: basic(test.keys.user) } });
    expect(response.status).toBe(200);
  });

  it("accepts Bearer", async () => {
    expect((await test.send("GET", "/v1/me")).status).toBe(200);
  });

  it.each([
    ["A-AUTH-02: no credentials", undefined],
    ["A-AUTH-03: an unknown key", `Bearer key_${"0".repeat(64)}`],
    ["an unknown scheme", "Digest x"],
    ["Basic that is not base64", "Basic %%%"],
    ["an empty key", "Bearer "],
  ])("rejects %s with 401", async (_name, authorization) => {
    const response = await test.send("GET", "/v1/me", { key: null, headers: authorization ? { authorization } : {} });
    expect(response).toMatchObject({ status: 401, body: { error: { code: "unauthorized" } } });
  });

  it("A-META-01, A-META-02, A-META-03: describes a user's key", async () => {
    expect((await test.send("GET", "/v1/me")).body).toEqual({
      apiKeyName: "Initial user key",
      createdAt: expect.stringMatching(/Z$/),
      userId: expect.any(Number),
      userEmail: "admin@localhost",
      userFirstName: "Slipway",
      userLastName: "Admin",
    });
  });

  it("A-META-05: only returns the name and date of a service-account key", async () => {
    const response = await test.send("GET", "/v1/me", { key: test.keys.serviceAccount });
    expect(Object.keys(response.body as object).sort()).toEqual(["apiKeyName", "createdAt"]);
  });
});

describe("every operation of the table", () => {
  const samplePath = (path: string) => buildPath(path, sample(path));
  const sample = (path: string) =>
    Object.fromEntries(
      compilePath(path).segments.flatMap((segment) => (segment.kind === "literal" ? [] : [[segment.name, "x"]])),
    );

  it.each(table.map((operation) => [operation.id, operation] as const))(
    "%s returns 401 in its API family's format without a key",
    async (_id, operation) => {
      const path = samplePath(operation.path);
      const response = await test.send(operation.method, path, { key: null });
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject(
        operation.family === "repohost"
          ? { code: 16, message: expect.any(String) }
          : operation.family === "pools"
            ? { code: "unauthorized", error: expect.stringMatching(/^Unauthorized: /) }
            : { error: { code: "unauthorized" } },
      );
      expect(response.headers.get("x-request-id")).toBeTruthy();
    },
  );

  const kinds = ["user", "serviceAccount", "admin"] as const;
  const calls = table.flatMap((operation) => kinds.map((kind) => [operation.id, kind, operation] as const));

  it.each(calls)("%s accepts or rejects a %s key as declared", async (_id, kind, operation) => {
    const response = await test.send(operation.method, samplePath(operation.path), { key: test.keys[kind] });
    if (operation.credentials.some((each) => each === kind)) {
      expect(response.status).not.toBe(401);
      expect(JSON.stringify(response.body)).not.toMatch(/role_forbidden|credential can't call/);
    } else {
      expect(response.status).toBe(403);
    }
  });
});

describe("a missing resource", () => {
  it.each([
    ["GET", "/v1/nothing", { error: { code: "not_found" } }],
    ["PATCH", "/v1/agents", { error: { code: "not_found" } }],
    ["GET", "/v0/private-workers/none/unknown", { error: expect.stringContaining(":") }],
    ["GET", "/v1/repohost/nothing", { code: 5, message: expect.any(String), details: expect.any(Array) }],
  ])("%s %s returns 404 in its API family's format", async (method, path, body) => {
    expect(await test.send(method, path)).toMatchObject({ status: 404, body });
  });

  it("an unknown agent returns 404 agent_not_found", async () => {
    for (const id of ["bc-00000000-0000-4000-8000-000000000000", "nonsense", "%F0%9F%92%A9"]) {
      expect(await test.send("GET", `/v1/agents/${id}`)).toMatchObject({
        status: 404,
        body: { error: { code: "agent_not_found" } },
      });
    }
  });
});

describe("requests", () => {
  it("keep the caller's request id, or get a generated one if it is missing or malformed", async () => {
    const kept = await test.send("GET", "/v1/me", { headers: { "x-request-id": "abc-1" } });
    expect(kept.headers.get("x-request-id")).toBe("abc-1");
    const generated = await test.send("GET", "/v1/me", { headers: { "x-request-id": "a b\t<c>" } });
    expect(generated.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("over the rate limit return 429 with four headers", async () => {
    const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: "3" });
    try {
      const responses = [];
      for (let index = 0; index < 8; index += 1) responses.push(await limited.send("GET", "/v1/me"));
      const rejected = responses.find((response) => response.status === 429);
      expect(rejected?.body).toMatchObject({ error: { code: "rate_limit_exceeded" } });
      for (const name of ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
        expect(rejected?.headers.get(name), name).toMatch(/^[0-9]+$/);
      }
      expect(responses[0]?.headers.get("x-ratelimit-limit")).toBeNull();
    } finally {
      await limited.close();
    }
  });

  it("with an unknown query parameter name it once", async () => {
    const { status, body } = await test.send("GET", "/v1/agents?depth=1");
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { field: "depth", message: "depth: Unrecognized key(s)" } });
  });

  it("that start runs are limited per user or service account", async () => {
    const clock = new FakeClock({ running: true });
    const limited = await startTestService({ RUNS_PER_MINUTE: "2" }, clock);
    try {
      const create = (key: string) => limited.send("POST", "/v1/agents", { key, body: {} });
      // Starts at the beginning of a window, so that it doesn't end in between.
      clock.advance(60_000 - (clock.now() % 60_000));
      const { user, serviceAccount } = limited.keys;
      const statuses = [await create(user), await create(user), await create(user), await create(serviceAccount)];
      expect(statuses.map(({ status }) => status)).toEqual([400, 400, 429, 400]);
      expect(statuses[2]?.body).toMatchObject({ error: { message: expect.stringContaining("2 runs per minute") } });
      expect((await limited.send("GET", "/v1/agents")).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it("whose client disconnects are not logged as failed", async () => {
    const logged = vi.fn();
    const context = { ...test.service, log: Object.assign(Object.create(test.service.log), { error: logged }) };
    const leave = new AbortController();
    const handle = async ({ signal }: { signal: AbortSignal }) => {
      leave.abort("Error: Client connection prematurely closed.");
      throw signal.reason;
    };
    const router = createRouter(context, [{ operation: getMe, handle }], {
      authenticate: (authorization) => authenticate(test.service, authorization),
      admit: async () => undefined,
    });
    const headers = { authorization: `Bearer ${test.keys.user}` };
    const request = new Request(`${test.url}/v1/me`, { headers, signal: leave.signal });
    expect((await router(request, "/v1/me", "", "request-1")).status).toBe(499);
    expect(logged).not.toHaveBeenCalled();
  });

  it("never return a key", async () => {
    await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    for (const path of [
      "/v1/me",
      "/v1/models",
      "/v1/repositories",
      "/v1/agents",
      "/v1/agents/x",
      "/v1/nothing",
      "/healthz",
    ]) {
      const text = JSON.stringify(await test.send("GET", path));
      for (const key of Object.values(test.keys)) expect(text).not.toContain(key);
    }
  });
});
