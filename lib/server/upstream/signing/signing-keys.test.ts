import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createSigningKeys, type SigningKeys, SigningKeysUnavailable } from "./signing-keys";

const minute = 60_000;

function makeKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" });
  return { jwk: { kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA", kid, x }, privateKey };
}

type Key = ReturnType<typeof makeKey>;

const first = makeKey("first");
const second = makeKey("second");
const message = Buffer.from("signed message");

/** Advances only when a test advances it. */
const clock = new FakeClock();
let server: ReturnType<typeof createServer>;
let keys: SigningKeys;
/** The published keys; if undefined, the service fails. */
let published: object[] | undefined;
let requests: (string | undefined)[];

beforeEach(async () => {
  published = [first.jwk];
  requests = [];
  server = createServer((request, response) => {
    requests.push(request.url);
    response.writeHead(published ? 200 : 503, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  keys = createSigningKeys({
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/hosting" },
    clock,
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const isSigned = (by: Key, kid?: string) => keys.verify(message, sign(null, message, by.privateKey), kid);

it("H-JWKS-03 caches the published keys for ten minutes", async () => {
  expect(await Promise.all([isSigned(first), isSigned(first, "first")])).toEqual([true, true]);
  clock.advance(10 * minute - 2_000);
  expect(await isSigned(first)).toBe(true);
  expect(requests).toEqual(["/hosting/keys"]);
  clock.advance(3_000);
  published = [second.jwk];
  expect(await isSigned(second)).toBe(true);
  expect(requests).toHaveLength(2);
  // Keys that are no longer published don't verify.
  expect(await isSigned(first)).toBe(false);
});

it("H-JWKS-04 keeps expired keys for ten more minutes if fetching fails", async () => {
  expect(await isSigned(first)).toBe(true);
  published = undefined;
  clock.advance(10 * minute + 1_000);
  expect(await isSigned(first)).toBe(true);
  expect(requests).toHaveLength(2);
  clock.advance(10 * minute - 5_000);
  expect(await isSigned(first)).toBe(true);
  clock.advance(5_000);
  await expect(isSigned(first)).rejects.toThrow(SigningKeysUnavailable);
  published = [first.jwk];
  expect(await isSigned(first)).toBe(true);
});

it("H-JWKS-05 refetches keys for a signature by an unknown key", async () => {
  expect(await isSigned(first)).toBe(true);
  published = [second.jwk, first.jwk];
  clock.advance(2_000);
  expect(await Promise.all([isSigned(second), isSigned(second, "second"), isSigned(second)])).toEqual([
    true,
    true,
    true,
  ]);
  expect(requests).toHaveLength(2);
});

it("refetches at most once a minute for forged signatures", async () => {
  const stranger = makeKey("stranger");
  expect(await isSigned(first)).toBe(true);
  for (let second = 0; second < 180; second += 1) {
    clock.advance(1_000);
    expect(await isSigned(stranger, `stranger-${second}`)).toBe(false);
    expect(await isSigned(stranger)).toBe(false);
  }
  expect(requests).toHaveLength(1 + 3);
});

it("accepts a new key immediately, and within a minute among forged signatures", async () => {
  expect(await isSigned(first)).toBe(true);
  published = [second.jwk];
  clock.advance(100);
  expect(await isSigned(second, "second")).toBe(true);
  const third = makeKey("third");
  published = [second.jwk, third.jwk];
  clock.advance(minute - 1);
  expect(await isSigned(third)).toBe(false);
  clock.advance(1);
  expect(await isSigned(third)).toBe(true);
  expect(requests).toHaveLength(3);
});

it("can't verify unknown keys while fetching fails, and doesn't fetch more often", async () => {
  const stranger = makeKey("stranger");
  expect(await isSigned(first)).toBe(true);
  published = undefined;
  for (let second = 0; second < 59; second += 1) {
    clock.advance(1_000);
    await expect(isSigned(stranger)).rejects.toThrow(SigningKeysUnavailable);
    expect(await isSigned(first)).toBe(true);
  }
  expect(requests).toHaveLength(2);
  published = [first.jwk];
  clock.advance(2_000);
  expect(await isSigned(stranger)).toBe(false);
  expect(requests).toHaveLength(3);
});

it("only accepts the named key, and ignores other key types", async () => {
  published = [{ kty: "RSA", kid: "rsa", n: "AQAB", e: "AQAB" }, first.jwk, second.jwk];
  expect(await isSigned(first, "second")).toBe(false);
  expect(await isSigned(first, "rsa")).toBe(false);
  expect(await isSigned(second, "second")).toBe(true);
});
