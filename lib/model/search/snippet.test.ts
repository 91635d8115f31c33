import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSearch } from "./query";
import { snippetOf } from "./snippet";

const marked = (text: string, query: string) => {
  const { text: shown, ranges } = snippetOf(text, parseSearch(query).phrases);
  return [shown, ranges.map((range) => shown.slice(...range))] as const;
};

describe("snippetOf", () => {
  it("marks words, parts and prefixes in any case", () => {
    expect(marked("The parser: parseQuery() and ParseUrl", "parse")[1]).toEqual(["parser", "parseQuery", "ParseUrl"]);
    expect(marked("a parseQuery b", "parseQuery ")[1]).toEqual(["parseQuery"]);
    expect(marked("find lib/server/db", '"server db"')[1]).toEqual(["server", "db"]);
  });

  it("shows the whole phrase rather than one of its words", () => {
    const text = `exit ${"word ".repeat(200)} with exit code 1 here`;
    expect(marked(text, '"exit code"')).toEqual([expect.stringContaining("with exit code 1 here"), ["exit", "code"]]);
  });

  it("doesn't mark excluded words", () => {
    expect(marked("one two", "one -two")[1]).toEqual(["one"]);
  });

  it("cuts long texts with a mark", () => {
    const [shown] = marked(`${"before ".repeat(50)} needle ${"after ".repeat(100)}`, "needle");
    expect(shown).toMatch(/^….*needle.*…$/s);
    expect(shown.length).toBeLessThan(320);
  });

  it("starts at most one line before the match", () => {
    const lines = Array.from({ length: 40 }, (_, index) => `${index + 1}`).join("\n");
    expect(marked(`${lines}\nexpected needle 7`, "needle")).toEqual(["…40\nexpected needle 7", ["needle"]]);
  });

  it("has ordered ranges without overlaps, and well-formed text", () => {
    const query = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), query, (text, typed) => {
        const { text: shown, ranges } = snippetOf(text, parseSearch(typed).phrases);
        expect(shown.isWellFormed()).toBe(text.isWellFormed() || shown.isWellFormed());
        let last = 0;
        for (const [start, end] of ranges) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(shown.length);
      }),
    );
  });
});
