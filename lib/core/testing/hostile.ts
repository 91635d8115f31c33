import fc from "fast-check";
import { codePoint } from "./code-point";

/** The seed and the number of inputs of a kind, from `FUZZ_SEED` and `FUZZ_COUNT`. */
export function fuzzSettings(usual: number): { seed: number; count: number } {
  const { FUZZ_SEED, FUZZ_COUNT } = process.env;
  return { seed: Number(FUZZ_SEED ?? 20_260_701), count: Number(FUZZ_COUNT ?? usual) };
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const texts = [
  "",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00x",
  "\u202e\u2066",
  "\r\nX-Injected: 1",
  "../../etc/passwd",
  "..%2f..",
  "%00",
  "%ff",
  "%",
  "refs/heads/",
  "refs/heads/a..b",
  "-x",
  "--upload-pack=id",
  "HEAD@{1}",
  ":/a",
  "^main",
  "a b\tc",
  "*",
  "(?:(a+)+)+$",
  "'; drop table users; --",
  "\\",
  "{{7*7}}",
  "__proto__",
  "constructor",
  "NaN",
  "1e309",
  "-1",
  "9007199254740993",
  "99999999999999999999",
  "0001-01-01T00:00:00Z",
  "+275760-09-13T00:00:00Z",
  "2024-02-30T00:00:00Z",
  "http://127.0.0.1:1/",
  "https://[::1]/",
  "javascript:alert(1)",
  "data:text/html,<script>",
  "https://user:pass@example.com/",
  "x".repeat(5_000),
  "é".repeat(300),
  "💥".repeat(300),
  "/".repeat(200),
  "a/".repeat(300),
  "f".repeat(40),
  "0".repeat(40),
  "bc-00000000-0000-4000-8000-000000000000",
];

/** Text that breaks careless code. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);

const nested = (depth: number): Json => (depth === 0 ? [] : [nested(depth - 1)]);

const numbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324, Number.MAX_SAFE_INTEGER];

/** Any JSON value, with a preference for unusual ones. */
export const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, nested(500)) },
  { weight: 2, arbitrary: fc.constantFrom<Json>(...numbers) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 200 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom<Json>(Array(3_000).fill(0), Array(1_000).fill({})) },
);

type Mutation = { at: number; kind: "replace" | "delete" | "add" | "repeat"; name: string; value: Json };

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom("replace", "replace", "replace", "delete", "add", "repeat"),
  name: hostileText,
  value: hostileJson,
});

type Container = Json[] | { [key: string]: Json };

const isContainer = (value: Json): value is Container => typeof value === "object" && value !== null;

/** Every member of a value, as its container and key. */
function membersOf(value: Json): [Container, string][] {
  if (!isContainer(value)) return [];
  const keys = Object.keys(value).slice(0, 50);
  return keys.flatMap((key) => [[value, key] as [Container, string], ...membersOf(Reflect.get(value, key))]);
}

function apply(root: { value: Json }, { at, kind, name, value: original }: Mutation): void {
  // A copy: the next mutation can change it.
  const value = structuredClone(original);
  const members: [Container, string][] = [[root, "value"], ...membersOf(root.value)];
  const [container, key] = members[at % members.length] ?? [root, "value"];
  const current: Json = Reflect.get(container, key);
  if (kind === "delete") Reflect.deleteProperty(container, key);
  else if (kind === "add" && isContainer(current) && !Array.isArray(current)) {
    Object.defineProperty(current, name, { value, enumerable: true, configurable: true, writable: true });
  } else if (kind === "repeat" && Array.isArray(current)) current.push(...current, ...current);
  else Reflect.set(container, key, value);
}

/** A value with up to three members replaced, deleted, added or repeated. */
export function mutated(value: Json): fc.Arbitrary<Json | undefined> {
  return fc.array(mutation, { maxLength: 3 }).map((mutations) => {
    const root: { value: Json } = { value: structuredClone(value) };
    for (const each of mutations) apply(root, each);
    return root.value;
  });
}

/** Bytes of a path or query: percent-encoded text, sometimes with broken escapes. */
export const hostileSegment: fc.Arbitrary<string> = hostileText.chain((text) =>
  fc.constantFrom(
    encodeURIComponent(text.toWellFormed()),
    encodeURI(text.toWellFormed()),
    `${encodeURIComponent(text.toWellFormed()).slice(0, 50)}%`,
    "%c0%ae%c0%ae",
    "%u0041",
  ),
);

const headerText = hostileText.map((text) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, "?"));

/** Headers that the service reads, with malformed values. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    "accept",
    "accept-encoding",
    "content-encoding",
    "content-type",
    "forwarded",
    "if-none-match",
    "last-event-id",
    "origin",
    "range",
    "user-agent",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-request-id",
  ),
  headerText,
  { maxKeys: 3 },
);

const jwtPart = fc.oneof(
  hostileText.map((text) => Buffer.from(text).toString("base64url")),
  hostileJson.map((value) => Buffer.from(JSON.stringify(value) ?? "").toString("base64url")),
  fc
    .dictionary(fc.constantFrom("alg", "kid", "typ", "iss", "aud", "exp", "iat", "nbf", "crit", "b64"), hostileJson)
    .map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
);

/** Credentials: keys of every form, and JWTs with malformed headers, claims and signatures. */
export const hostileAuthorization: fc.Arbitrary<string> = fc
  .oneof(
    fc.tuple(jwtPart, jwtPart, jwtPart).map((parts) => `Bearer ${parts.join(".")}`),
    fc
      .tuple(fc.constantFrom("key", "sak", "swt", "sst", "oit", "oiu", "adm", "run"), hostileText)
      .map(([prefix, text]) => `Bearer ${prefix}_${text}`),
    hostileText.map((text) => `Basic ${Buffer.from(text).toString("base64")}`),
    hostileText.map((text) => `Basic ${Buffer.from(`x-access-token:${text}`).toString("base64")}`),
    hostileText,
  )
  .map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?"));

/** Packet lines of git's protocol: right, wrong and cut lengths. */
export const packetLines: fc.Arbitrary<Buffer> = fc
  .array(
    fc.oneof(
      fc.constantFrom("0000", "0001", "0002", "0003", "ffff", "fff0", "0004", "zzzz", "000", ""),
      hostileText.map((text) => (Buffer.byteLength(text) + 4).toString(16).padStart(4, "0") + text),
      fc
        .constantFrom(
          `want ${"1".repeat(40)} multi_ack_detailed side-band-64k\n`,
          `have ${"2".repeat(40)}\n`,
          "deepen 1000000000\n",
          "filter blob:none\n",
          "done\n",
          "command=ls-refs\n",
          "command=fetch",
          `${"0".repeat(40)} ${"1".repeat(40)} refs/heads/x\0report-status side-band-64k atomic push-options`,
          `${"0".repeat(40)} ${"0".repeat(40)} refs/heads/../x\0report-status`,
          `${"1".repeat(40)} ${"0".repeat(40)} refs/heads/main\0delete-refs`,
        )
        .map((text) => (Buffer.byteLength(text) + 4).toString(16).padStart(4, "0") + text),
    ),
    { maxLength: 6 },
  )
  .chain((lines) =>
    fc
      .uint8Array({ maxLength: 40 })
      .map((tail) => Buffer.concat([Buffer.from(lines.join("")), Buffer.from("PACK"), tail])),
  );
