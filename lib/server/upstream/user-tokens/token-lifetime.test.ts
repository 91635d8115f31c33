import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isoTime } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createUserTokens, type UserTokens } from "./user-tokens";

const minute = 60_000;
const acting = {
  user: { email: "ada@example.test", name: "Ada", role: "operator" as const },
  ownerSlug: "acme",
  repoName: "widgets",
};

let clock: FakeClock;
let server: ReturnType<typeof createServer>;
let tokens: UserTokens;
let minted: number;
/** Lifetime of the service's next token. */
let lifetime: number;

beforeEach(async () => {
  minted = 0;
  clock = new FakeClock();
  server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    if (request.method === "POST") {
      minted += 1;
      response.end(JSON.stringify({ token: `token ${minted}`, expiresAt: isoTime(clock.now() + lifetime) }));
      return;
    }
    const target = { slug: "acme", id: "ns_1", type: "team" };
    const times = { createdAt: isoTime(clock.now()), updatedAt: isoTime(clock.now()) };
    const installation = { id: "inst_1", appId: "app_1", target, repoSelectionMode: "all", scopes: [], ...times };
    response.end(JSON.stringify({ installations: [installation], nextPageToken: "" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const service = {
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => "none" },
    clock,
    ids: systemIds,
  };
  tokens = createUserTokens(service, { configured: { id: "app_1", ...generateKeyPairSync("ed25519") } });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it.each([
  ["shorter than usual", 3 * minute],
  ["as usual", 15 * minute],
  ["longer than usual", 60 * minute],
])("H-TOKEN-05 keeps a token until it expires, if its lifetime is %s", async (_what, lifetimeMs) => {
  lifetime = lifetimeMs;
  expect(await tokens.tokenFor(acting)).toBe("token 1");
  clock.advance(lifetimeMs - 61_000);
  expect(await tokens.tokenFor(acting)).toBe("token 1");
  clock.advance(2_000);
  expect(await tokens.tokenFor(acting)).toBe("token 2");
  expect(minted).toBe(2);
});
