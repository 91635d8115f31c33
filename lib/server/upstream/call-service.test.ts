import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { archiveAgent } from "@/lib/contract/agents/archive-agent";
import { getMe } from "@/lib/contract/agents/get-me";
import { readSettings } from "@/lib/core/settings/settings";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { Service } from "@/lib/server/upstream/client/service";
import { serviceUrl } from "@/lib/server/upstream/client/service-address";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { createCredentials } from "./credentials";

let responses: ((response: ServerResponse) => void)[];
let requests: IncomingMessage[];
let clock: FakeClock;
let service: Service;
let server: ReturnType<typeof createServer>;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
const me = { apiKeyName: "k", createdAt: "2026-01-01T00:00:00Z", extra: true };

beforeEach(async () => {
  responses = [];
  requests = [];
  clock = new FakeClock();
  server = createServer((request, response) => {
    requests.push(request);
    (responses.shift() ?? json(500, {}))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  service = {
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => "Bearer test-key" },
    clock,
    ids: { uuid: () => "request-1" },
  };
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const readMe = () => callWith(service, getMe, { path: "/v1/me" });

describe("a service call", () => {
  it("returns the parsed response with unknown fields", async () => {
    responses = [json(200, me)];
    expect(await readMe()).toEqual(me);
    expect(requests[0]?.headers).toMatchObject({ authorization: "Bearer test-key", "x-request-id": "request-1" });
  });

  it("throws rejections with status, code, field and request id", async () => {
    const error = { code: "validation_error", message: "no", field: "prompt.text" };
    responses = [json(400, { error }, { "x-request-id": "up-1" })];
    await expect(readMe()).rejects.toMatchObject({ name: "UpstreamError", status: 400, ...error, requestId: "up-1" });
  });

  it("throws 502 if the service is unreachable or its response is invalid", async () => {
    responses = [json(200, { apiKeyName: 1 }), (response) => response.destroy()];
    await expect(readMe()).rejects.toMatchObject({ status: 502, code: "upstream_malformed" });
    await expect(readMe()).rejects.toMatchObject({ status: 502, code: "upstream_unreachable" });
  });

  it.each([
    [502, {}, 250],
    [503, { "retry-after": "2" }, 2_000],
    [429, { "retry-after": "1" }, 1_000],
  ])("retries a read after %i", async (status, headers, wait) => {
    responses = [json(status, {}, headers), json(200, me)];
    const result = readMe();
    await vi.waitFor(() => expect(clock.dueWithin(wait)).toBe(1), { timeout: 20_000 });
    expect(clock.dueWithin(wait - 1)).toBe(0);
    clock.advance(wait);
    expect(await result).toEqual(me);
  });

  it.each([
    [429, {}],
    [429, { "retry-after": "60" }],
    [500, {}],
  ])("doesn't retry a read after %i %j", async (status, headers) => {
    responses = [json(status, {}, headers), json(200, me)];
    await expect(readMe()).rejects.toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  it("never retries a write", async () => {
    responses = [json(503, {}), json(200, { id: "bc-1" })];
    const archive = callWith(service, archiveAgent, { path: "/v1/agents/bc-1/archive" });
    await expect(archive).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(1);
  });
});

describe("the URL of a call", () => {
  it("always matches its path", () => {
    const address = { base: "http://service:1/base", repohostPrefix: "/h" };
    expect(serviceUrl(address, "agents", "/v1/me?a=%2F").href).toBe("http://service:1/base/v1/me?a=%2F");
    expect(serviceUrl(address, "repohost", "/v1/repohost/repos/x").pathname).toBe("/base/h/repos/x");
    for (const path of ["/v1/../x", "/v1/%2e%2e/x", "@evil/x", "/v1\\x"]) {
      expect(() => serviceUrl(address, "agents", path)).toThrow();
    }
  });
});

describe("credentials", () => {
  it("of the embedded service are reloaded from its key file", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "slipway-keys-"));
    const file = join(dataDir, "keys.json");
    const credentials = createCredentials(readSettings({ DATA_DIR: dataDir }));
    const user = { actsAs: "userKey", family: "agents" } as const;
    await expect(credentials.authorization(user)).rejects.toThrow("written its keys yet");
    await writeFile(file, JSON.stringify({ user: "u1", serviceAccount: "s1", admin: "a1" }));
    expect(await credentials.authorization(user)).toBe("Bearer u1");
    expect(await credentials.authorization({ actsAs: "serviceAccountKey", family: "pools" })).toBe("Bearer s1");
    expect(await credentials.authorization({ actsAs: "user", family: "repohost" })).toBe("Bearer u1");
    expect(await credentials.authorization({ actsAs: "userKey", family: "admin" })).toBe("Bearer a1");
    await writeFile(file, JSON.stringify({ user: "u2", serviceAccount: "s1", admin: "a1" }));
    await utimes(file, 1, 1);
    expect(await credentials.authorization(user)).toBe("Bearer u2");
    await rm(dataDir, { recursive: true });
  });

  it("of a remote service come from the settings", async () => {
    const key = (letter: string) => letter.repeat(16);
    const env = { SERVICE_URL: "https://s.example", AGENTS_API_KEY: key("a"), REPOHOST_TOKEN: key("r") };
    const credentials = createCredentials(readSettings(env));
    expect(await credentials.authorization({ actsAs: "userKey", family: "agents" })).toBe(`Bearer ${key("a")}`);
    expect(await credentials.authorization({ actsAs: "user", family: "repohost" })).toBe(`Bearer ${key("r")}`);
    await expect(credentials.authorization({ actsAs: "userKey", family: "admin" })).rejects.toThrow("No key");
  });
});
