import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceStrings } from "./json-strings";
import { KnownSecrets, secretLines, secretsOfRequest } from "./known-secrets";
import { Masker, mark } from "./masker";
import { TextChannel } from "./text-channel";

const letters = (count: number) => "aB3dE5gH7jK9mN1pQ2sT4vW6xY8z".repeat(9).slice(0, count);
const secrets = [
  `ghp_${letters(36)}`,
  `github_pat_${letters(60)}`,
  `glpat-${letters(20)}`,
  `xoxb-${letters(24)}`,
  `sk-ant-api03-${letters(60)}`,
  `sk-proj-${letters(48)}`,
  `sk_live_${letters(24)}`,
  "AKIAIOSFODNN7EXAMPLE",
  `AIza${letters(35)}`,
  `npm_${letters(36)}`,
  `eyJhbGciOiJIUzI1NiJ9.${letters(30)}.${letters(40)}`,
  `slipway_${letters(43)}`,
  `svc_${"0123456789abcdef".repeat(4)}`,
  `Bearer ${letters(30)}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n${letters(64)}\n-----END RSA PRIVATE KEY-----`,
  "postgres://app:hunter2-and-more@db.example.com/x",
];
const known = "correct horse battery";
const masker = new Masker([known, 'with "quotes"\nand lines']);
const everyday =
  "Run `npm test`: 3 passed, see https://example.com:8080/a?b=c, mail a@b.c, commit 9f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8d7c6.";

describe("masking text", () => {
  it.each(secrets)("hides %s", (secret) => {
    const masked = masker.mask(`before ${secret} after`);
    expect(masked).toContain(mark);
    expect(masked.startsWith("before ") && masked.endsWith(" after")).toBe(true);
    const core = secret.includes("hunter2") ? "hunter2" : secret.slice(30, 40) || secret.slice(-12, -2);
    expect(masked).not.toContain(core);
  });

  it("masks known values, including escaped forms", () => {
    expect(masker.mask(`the ${known}.`)).toBe(`the ${mark}.`);
    expect(masker.mask(JSON.stringify({ a: 'with "quotes"\nand lines' }))).toBe(`{"a":"${mark}"}`);
  });

  it("masks passwords in URLs, but not ports", () => {
    expect(masker.suspects('{"url":"http://127.0.0.1:4000/agents/1"}')).toBe(false);
    for (const text of [
      "https://u:hunter2@h",
      "https://u:hunter2\\u0040h",
      "https:\\/\\/u:hunter2@h",
      "https://u:hun",
    ]) {
      expect(masker.suspects(text), text).toBe(true);
    }
    expect(masker.mask("https://u:hunter2@h")).toBe(`https://u:${mark}@h`);
  });

  it("keeps the prefix that identifies the kind of token", () => {
    expect(masker.mask(`ghp_${letters(36)}`)).toBe(`ghp_${mark}`);
  });

  it.each([
    everyday,
    "sk-learn and risk-taking, npm_config_cache=x, hf_hub, Bearer tokens",
    "http://localhost:3000 is up",
  ])("leaves everyday text alone: %s", (text) => {
    expect(masker.mask(text)).toBe(text);
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...secrets, known)), { maxLength: 6 }), (parts) => {
        const once = masker.mask(parts.join(" "));
        expect(masker.mask(once)).toBe(once);
      }),
    );
  });
});

describe("masking streamed text", () => {
  const word = fc.constantFrom("a ", "gh", "sk", "the end\n", "https://x.y:", "-----BEGIN ", "eyJ ", everyday);
  const parts = fc.array(fc.oneof({ weight: 3, arbitrary: word }, fc.constantFrom(...secrets, known)), {
    maxLength: 8,
  });
  const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 40 });

  function pieces(text: string, sizes: readonly number[]): string[] {
    const result: string[] = [];
    let rest = text;
    for (const size of sizes) {
      result.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return [...result, rest];
  }

  /** Takes each piece as soon as it is closed, as the live channel does. */
  function stream(texts: readonly string[]): string[] {
    const channel = new TextChannel(masker);
    const held: { start: number; end: number }[] = [];
    const released: string[] = [];
    const release = (all: boolean) => {
      for (let first = held[0]; first && (all || !channel.isOpen(first)); first = held[0]) {
        held.shift();
        released.push(channel.take(first, all));
      }
    };
    for (const text of texts) {
      held.push(channel.append(text));
      release(false);
    }
    release(true);
    return released;
  }

  it("returns one chunk per input and no part of a secret, for any split", () => {
    fc.assert(
      fc.property(parts, cuts, (words, sizes) => {
        const text = words.join(" ");
        const texts = pieces(text, sizes);
        const masked = stream(texts);
        expect(masked).toHaveLength(texts.length);
        const shown = masked.join("");
        for (const secret of secrets) {
          const body = secret.startsWith("-----") ? letters(64) : secret.slice(-16, -4);
          if (words.includes(secret) && !secret.startsWith("postgres")) expect(shown).not.toContain(body);
        }
        expect(shown).not.toContain("hunter2");
        expect(shown).not.toContain("horse");
      }),
      { numRuns: 500 },
    );
  });

  it("equals masking the whole text, for any split", () => {
    fc.assert(
      fc.property(fc.constantFrom(...secrets), cuts, (secret, sizes) => {
        const text = `before ${secret} after, ${everyday}`;
        expect(stream(pieces(text, sizes)).join("")).toBe(masker.mask(text));
      }),
      { numRuns: 500 },
    );
  });

  it("masks an incomplete secret when flushed early", () => {
    const channel = new TextChannel(masker);
    const first = channel.append("key ghp_abcd");
    expect(channel.isOpen(first)).toBe(true);
    expect(channel.take(first, true)).toBe(`key ghp_${mark}`);
    const second = channel.append(`${letters(30)} end`);
    expect(channel.take(second, true)).toBe(" end");
  });
});

describe("masking JSON", () => {
  it("replaces only strings, by path", () => {
    const json = '{ "n": 12345678901234567890, "a": [ "x", {"b":"y"} ], "c":"z" }';
    const paths: string[] = [];
    const result = replaceStrings(json, (value, path) => {
      paths.push(path);
      return value === "y" ? 'new "y"' : value;
    });
    expect(result).toBe('{ "n": 12345678901234567890, "a": [ "x", {"b":"new \\"y\\""} ], "c":"z" }');
    expect(paths).toEqual(["a.0", "a.1.b", "c"]);
  });

  it("preserves unchanged JSON, and stays valid when all strings change", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(replaceStrings(json, (text) => text)).toBe(json);
        expect(JSON.parse(replaceStrings(json, (text) => `${text}"\n`))).toBeDefined();
      }),
    );
  });
});

describe("secrets of a launch", () => {
  it("are its variables, headers and client secrets", () => {
    const body = {
      prompt: { text: "not this" },
      env: { type: "pool", name: "not-this-either-1" },
      envVars: { A: "value-1" },
      mcpServers: [
        { name: "m", headers: { authorization: "value-2" }, auth: { CLIENT_ID: "id", CLIENT_SECRET: "s3" } },
      ],
    };
    expect(secretsOfRequest(body)).toEqual(["value-1", "value-2", "s3"]);
  });

  it("are values of options of MCP servers, too", () => {
    const args = ["-y", "tool", "--api-key", "value-1", "--token=a=b", "--port", "8080", "--key", "-v", "--password"];
    expect(secretsOfRequest({ mcpServers: [{ args }] })).toEqual(["value-1", "a=b"]);
  });

  it("are masked without the scheme of a header, too", () => {
    const { masker } = new KnownSecrets(["Bearer t0ken-of-ours"]);
    expect(masker.mask("sent t0ken-of-ours")).toBe(`sent ${mark}`);
  });

  it("include the lines of a key", () => {
    const lines = Array.from({ length: 120 }, (_, index) => `${index}`.padEnd(64, "x"));
    const key = ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----"].join("\r\n");
    expect(secretLines([key, "a".repeat(64), "two words of text\nand more"])).toEqual(lines.slice(0, 100));
  });

  it("are masked from then on, except short words", () => {
    const secrets = new KnownSecrets(["production", "p4ssw0rd-of-ours"]);
    expect(secrets.masker.mask("production uses p4ssw0rd-of-ours")).toBe(`production uses ${mark}`);
  });

  it("masks keys and saved secrets however many others follow, and forgets deleted ones", () => {
    const secrets = new KnownSecrets(["p4ssw0rd-of-ours"]);
    secrets.remember(["remembered-1", "saved-secret-1"]);
    secrets.setSaved(["saved-secret-1", "saved-secret-2"]);
    const text = "p4ssw0rd-of-ours remembered-1 saved-secret-1 saved-secret-2";
    expect(secrets.masker.mask(text)).toBe(`${mark} ${mark} ${mark} ${mark}`);
    secrets.remember(Array.from({ length: 5_000 }, (_, at) => `launch-value-${at}`));
    expect(secrets.masker.mask(text)).toBe(`${mark} remembered-1 ${mark} ${mark}`);
    secrets.setSaved(["saved-secret-2"]);
    expect(secrets.masker.mask(text)).toBe(`${mark} remembered-1 saved-secret-1 ${mark}`);
  });
});
