import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isoTime, systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createPersonTokens, type PersonTokens } from "./person-tokens";

const minute = 60_000;
const acting = {
  person: { email: "ada@example.test", name: "Ada", role: "operator" as const },
  ownerSlug: "acme",
  repoName: "widgets",
};

/** Stands still until it is moved on. */
let now = 0;
let server: ReturnType<typeof createServer>;
let tokens: PersonTokens;
let minted: number;
/** How long the service lets its next token live. */
let lifetime: number;

beforeEach(async () => {
  minted = 0;
  now = Date.parse("2026-07-01T10:00:00Z");
  server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    if (request.method === "POST") {
      minted += 1;
      response.end(JSON.stringify({ token: `token ${minted}`, expiresAt: isoTime(now + lifetime) }));
      return;
    }
    const target = { slug: "acme", id: "ns_1", type: "team" };
    const times = { createdAt: isoTime(now), updatedAt: isoTime(now) };
    const installation = { id: "inst_1", appId: "app_1", target, repoSelectionMode: "all", scopes: [], ...times };
    response.end(JSON.stringify({ installations: [installation], nextPageToken: "" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const service = {
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => "none" },
    clock: { ...systemClock, now: () => now },
    ids: systemIds,
  };
  tokens = createPersonTokens(service, { given: { id: "app_1", ...generateKeyPairSync("ed25519") } });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it.each([
  ["shorter than usual", 3 * minute],
  ["as usual", 15 * minute],
  ["longer than anybody said", 60 * minute],
])("H-TOKEN-05 keeps a token for as long as the service says, %s", async (_what, given) => {
  lifetime = given;
  expect(await tokens.tokenFor(acting)).toBe("token 1");
  now += given - 61_000;
  expect(await tokens.tokenFor(acting)).toBe("token 1");
  now += 2_000;
  expect(await tokens.tokenFor(acting)).toBe("token 2");
  expect(minted).toBe(2);
});
