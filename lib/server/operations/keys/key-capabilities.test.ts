import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { Service } from "@/lib/server/upstream/client/service";
import { CredentialsMissingError } from "@/lib/server/upstream/client/upstream-error";
import { keyCapabilities } from "./key-capabilities";

const at = "2026-01-01T00:00:00Z";
const owner = { slug: "demo", id: "ns_1" };
/** Responses of the service by path; 404 otherwise. */
let responses: Record<string, { status: number; body: unknown }>;
let server: Server;
let service: Service;

const ok = (body: unknown) => ({ status: 200, body });
const everything = () => ({
  "/v1/me": ok({ apiKeyName: "laptop", createdAt: at, userEmail: "mia@example.test" }),
  "/v1/agents": ok({ items: [] }),
  "/v1/models": ok({ items: [] }),
  "/v0/private-workers/pools": ok({ pools: [] }),
  "/v0/private-workers": ok({ workers: [], totalCount: 0 }),
  "/v0/private-workers/pending-requests": ok({ requests: [], streamCursor: "1" }),
  "/v1/repohost/namespaces": ok({
    namespaces: [{ namespace: owner, viewerCanCreateRepositories: true }],
    nextPageToken: "",
  }),
  "/v1/repohost/owners/demo/grants": ok({ grants: [], nextPageToken: "" }),
  "/v1/repohost/namespaces/demo/apps": ok({ apps: [], nextPageToken: "" }),
  "/admin/v1/namespaces/demo/installations": ok({ installations: [] }),
});

beforeEach(async () => {
  server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const { status, body } = responses[path] ?? { status: 404, body: {} };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  service = {
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/v1/repohost" },
    credentials: {
      async authorization({ family }) {
        if (family === "admin") throw new CredentialsMissingError("No key is configured for this part of the service.");
        return "Bearer key";
      },
    },
    clock: new FakeClock(),
    ids: { uuid: () => "request-1" },
  };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const found = async (actsForUsers = true) => {
  const { keys, capabilities } = await keyCapabilities(service, { embedded: false, actsForUsers });
  return { keys, byId: Object.fromEntries(capabilities.map(({ id, ...verdict }) => [id, verdict])) };
};

it("reports what works, what couldn't be checked, and what lacks a key", async () => {
  responses = everything();
  const { keys, byId } = await found(false);
  expect(keys[0]).toMatchObject({ id: "user", info: { apiKeyName: "laptop" } });
  for (const id of ["agents", "models", "pools", "workers", "queue", "repositories", "grants", "apps"]) {
    expect(byId[id], id).toEqual({ state: "works" });
  }
  expect(byId.usage).toMatchObject({ state: "unknown", why: expect.stringContaining("No agent") });
  expect(byId.hostingAdmin).toMatchObject({ state: "noKey", why: expect.stringContaining("No key is configured") });
  expect(byId.acting).toMatchObject({ state: "noKey", why: expect.stringContaining("REPOHOST_APP_ID") });
  expect((await found(true)).byId.acting).toEqual({ state: "works" });
});

it("reports why the service rejects a key, and distinguishes that from a failing service", async () => {
  const message = "This needs a service-account key";
  responses = {
    ...everything(),
    "/v0/private-workers": { status: 403, body: { error: message, code: "forbidden" } },
    "/v1/models": { status: 500, body: {} },
    "/v1/repohost/namespaces": { status: 403, body: { code: 7, message: "Not for service accounts", details: [] } },
  };
  const { byId } = await found();
  expect(byId.workers).toEqual({ state: "denied", why: message, requestId: "request-1" });
  expect(byId.models).toMatchObject({ state: "unknown" });
  expect(byId.repositories).toMatchObject({ state: "denied", why: "Not for service accounts" });
  // Checks that require an owner can't run without one.
  expect(byId.grants).toMatchObject({ state: "unknown", why: expect.stringContaining("No owner") });
});
