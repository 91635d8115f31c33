import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatQuery, keys, type Part, parseQuery } from "./query";

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom('"', "\\", "a b", "status:x", "-env:y", ",", "\n", "archived:", "ünï", "a,b", '\\"'),
);
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ word: text }),
  fc.record({ key: fc.constantFrom(...keys), not: fc.boolean(), values: fc.array(text, { maxLength: 3 }) }),
);

describe("the query language of the list of agents", () => {
  it("round-trips", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (query) => {
        expect(parseQuery(formatQuery(query))).toEqual(query);
      }),
      { numRuns: 1_000 },
    );
  });

  it("parses any text, and its formatted form parses to the same query", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (source) => {
        const once = parseQuery(source);
        expect(parseQuery(formatQuery(once))).toEqual(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, readonly Part[]]>([
    ["", []],
    ["fix  login", [{ word: "fix" }, { word: "login" }]],
    ["STATUS:running,Error x", [{ key: "status", not: false, values: ["running", "Error"] }, { word: "x" }]],
    ["-env:pool", [{ key: "env", not: true, values: ["pool"] }]],
    ["status:", [{ key: "status", not: false, values: [] }]],
    ['repo:"my repo",b', [{ key: "repo", not: false, values: ["my repo", "b"] }]],
    ["name:x", [{ unknownKey: "name", text: "name:x" }]],
    ["-Author:me x", [{ unknownKey: "Author", text: "-Author:me" }, { word: "x" }]],
    ["https://git.example.com/a", [{ word: "https://git.example.com/a" }]],
    ['"name:x"', [{ word: "name:x" }]],
    ['"status:x"', [{ word: "status:x" }]],
    ['repo:"open', [{ key: "repo", not: false, values: ["open"] }]],
  ])("parses %j", (source, query) => {
    expect(parseQuery(source)).toEqual(query);
  });
});
