import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxQueryLength } from "./kinds";
import { isSearchable, parseSearch, queryText } from "./query";

const text = (source: string) => queryText(parseSearch(source));

describe("parseSearch", () => {
  it("combines words, phrases and exclusions", () => {
    expect(text('timeout "exit code 1" -warning done.')).toBe(
      "('timeout') & ('exit' <-> 'code' <-> '1') & !('warning') & ('done')",
    );
  });

  it("matches longer words with the last word, or a star", () => {
    expect(text("rec")).toBe("('rec':*)");
    expect(text("re")).toBe("('re')");
    expect(text("rec ")).toBe("('rec')");
    expect(text('"rec"')).toBe("('rec')");
    expect(text("rec* fast")).toBe("('rec':*) & ('fast':*)");
  });

  it("finds identifiers as a whole or by their parts, and paths by their parts", () => {
    expect(text("parseQuery ")).toBe("('parsequery' | ('parse' <-> 'query'))");
    expect(text("lib/parseQuery.ts ")).toBe("('lib' <-> 'parse' <-> 'query' <-> 'ts')");
    expect(text("parseQu")).toBe("('parsequ':* | ('parse' <-> 'qu'))");
  });

  it("reads filters", () => {
    const { filters, kinds, problems } = parseSearch('in:output,error repo:Acme/Orders -owner:"Ada L" fail');
    expect(filters).toEqual([
      { key: "repo", not: false, values: ["acme/orders"] },
      { key: "owner", not: true, values: ["ada l"] },
    ]);
    expect([kinds, problems]).toEqual([["output", "error"], []]);
    expect(parseSearch("-in:prompt,message,pr,agent a").kinds).toEqual(["command", "output", "error"]);
  });

  it("searches other keys and addresses as text", () => {
    expect(text("std::vec https://a.example/b ")).toBe("('std' <-> 'vec') & ('https' <-> 'a' <-> 'example' <-> 'b')");
  });

  it.each([
    ["in:everything a", /Unknown value “everything”/],
    ["-only", /Add a word/],
    ["repo:a", /Add a word/],
    ["a".repeat(301), /longer than 300/],
    ["a ".repeat(40), /at most 24/],
  ])("explains the problem of %j", (source, problem) => {
    const query = parseSearch(source);
    expect(query.problems.join()).toMatch(problem);
    expect(isSearchable(query)).toBe(false);
  });

  it("accepts any text, and writes only words and operators", () => {
    const pieces = fc.constantFrom(
      '"',
      "-",
      "\\",
      "'",
      "in:",
      "repo:",
      ",",
      " ",
      "*",
      ":",
      "&",
      "!",
      "(",
      "fooBar",
      "é",
    );
    const source = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: maxQueryLength }),
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(source, (typed) => {
        const query = parseSearch(typed);
        expect(queryText(query)).toMatch(/^(?:[ &!|()]|'[\p{L}\p{N}\p{M}\uD800-\uDFFF]+'(?::\*)?|<->)*$/u);
        if (isSearchable(query)) expect(query.phrases.some(({ not }) => !not)).toBe(true);
      }),
    );
  });
});
