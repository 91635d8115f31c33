import fc from "fast-check";
import { type ParseError, parse as reference } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { codePoint } from "@/lib/core/testing/code-point";
import { checkEnvironment, checkEnvironmentFile } from "./check";
import { parse } from "./parse";
import { printFile } from "./print";
import { type Json, toJson } from "./syntax-tree";
import { environments } from "./testing/environments";
import { textOf } from "./testing/jsonc";

const wellFormed = (text: string) => !parse(text).diagnostics.some(({ severity }) => severity === "error");

/** Whether the reference JSONC parser accepts a text, ignoring a byte order mark. */
function acceptedByReference(text: string): boolean {
  const errors: ParseError[] = [];
  reference(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: false, allowEmptyContent: false });
  return errors.length === 0;
}

const fragments = fc.constantFrom(
  ..."{}[]:,/*\"'\\\n\r\t 01.-eE+",
  '"a"',
  '"b":',
  "true",
  "null",
  "//",
  "/*",
  "*/",
  "\\u00e9",
  "\uFEFF",
  "\u00a0",
  "\ud800",
  "install",
);

/** Values of any kind. */
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.string({ unit: codePoint }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("reading JSON with comments", () => {
  it("reads every value, with any comments and whitespace around it", () => {
    fc.assert(
      fc.property(
        json.chain((value) => textOf(value).map((text) => ({ value, text }))),
        ({ value, text }) => {
          const { root, diagnostics } = parse(text);
          expect(diagnostics).toEqual([]);
          expect(root && toJson(root)).toEqual(value);
        },
      ),
    );
  });

  it("agrees with another JSONC parser", () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 14 }), (parts) => {
        const text = parts.join("");
        expect({ text, accepted: wellFormed(text) }).toEqual({ text, accepted: acceptedByReference(text) });
      }),
      { numRuns: 3_000 },
    );
  });

  it("agrees with JSON.parse", () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          return;
        }
        const { root } = parse(text);
        expect(wellFormed(text)).toBe(true);
        expect(root && toJson(root)).toEqual(value);
      }),
      { numRuns: 3_000 },
    );
  });

  it("round-trips through printing", () => {
    fc.assert(
      fc.property(environments, (value) => {
        const text = printFile(value);
        const { root } = parse(text);
        expect(root && toJson(root)).toEqual(value);
        expect(root && printFile(toJson(root))).toBe(text);
      }),
    );
  });

  it("reports findings within the text", () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        for (const { start, end } of checkEnvironment(text).diagnostics) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("never throws for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        checkEnvironmentFile(bytes);
      }),
      { numRuns: 2_000 },
    );
  });
});

const million = 1_000_000;
const repeated = (piece: string) => piece.repeat(Math.floor(million / piece.length));
const large: readonly (readonly [what: string, text: string])[] = [
  ["opening brackets", repeated("[")],
  ["opening braces with names", repeated('{"a":')],
  ["commas", `[${repeated(",")}`],
  ["quotes", repeated('"')],
  ["backslashes", `"${repeated("\\")}`],
  ["unknown names", `{${repeated('"instal":1,')}"x":1}`],
  ["different unknown names", `{${Array.from({ length: 80_000 }, (_, index) => `"n${index}":1`).join(",")}}`],
  ["one repeated name", `{${repeated('"name":"x",')}"name":"y"}`],
  ["comments", `{${repeated("/**/")}}`],
  ["line comments", `{${repeated("//\n")}}`],
  ["a comment that never ends", `/*${repeated("/*")}`],
  ["ports", `{"ports":[${repeated('{"port":1},')}{"port":1}]}`],
  ["terminals", `{"terminals":[${repeated('[{"command":"x"}],')}[]]}`],
  ["one long text", `{"install":"${repeated("x")}"}`],
  ["one long unknown name", `{"${repeated("i")}":1}`],
  ["domains", `{"egressAllowlist":[${repeated('"https://a.b/c",')}"x"]}`],
  ["one long domain", `{"egressAllowlist":["${repeated("a.")}!"]}`],
  ["one long dependency", `{"repositoryDependencies":["${repeated("a/")}"]}`],
  ["digits", repeated("1")],
  ["words", repeated("x ")],
  ["line breaks", repeated("\r\n")],
];

/** CPU time in seconds, which doesn't depend on the machine's load. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** In seconds. The slowest takes 0.3 s on an idle machine; quadratic work on a megabyte would take minutes. */
const farBelowQuadratic = 5;

describe("a file of a megabyte", () => {
  it.each(large)("of %s is checked in linear time", (_, text) => {
    let count = 0;
    const took = cpuSeconds(() => {
      count = checkEnvironment(text).diagnostics.length;
    });
    expect(took).toBeLessThan(farBelowQuadratic);
    expect(count).toBeLessThanOrEqual(501);
  });

  it("with invalid UTF-8 is checked in linear time", () => {
    const bytes = new Uint8Array(million).map((_, index) => (index * 7919) % 256);
    const took = cpuSeconds(() => {
      expect(checkEnvironmentFile(bytes).valid).toBe(false);
    });
    expect(took).toBeLessThan(farBelowQuadratic);
  });
});
