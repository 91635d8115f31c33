import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf, wordVector } from "./words";

const words = (text: string) => [...wordsOf(text)].map(({ word, at }) => `${word}@${at}`);

describe("wordsOf", () => {
  it("splits paths, snake_case and commands", () => {
    expect(words("npm test -- lib/server_db/store.ts")).toEqual([
      "npm@1",
      "test@2",
      "lib@3",
      "server@4",
      "db@5",
      "store@6",
      "ts@7",
    ]);
  });

  it("finds camelCase as a whole and by its parts", () => {
    expect(words("call parseURLPath2 now")).toEqual([
      "call@1",
      "parseurlpath2@2",
      "parse@2",
      "url@3",
      "path2@4",
      "now@5",
    ]);
  });

  it("makes each Chinese or Japanese character a word", () => {
    expect(words("修正test します")).toEqual(["修@1", "正@2", "test@3", "し@4", "ま@5", "す@6"]);
  });

  it("treats forms of the same word alike", () => {
    expect(words("ＣＡＦÉ")).toEqual(words("cafe\u0301").map((word) => word.normalize("NFKC")));
  });

  it("has offsets in the text, ascending positions, and only letters and digits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        let last = 0;
        for (const { word, start, end, at } of wordsOf(text)) {
          expect(at === last || at === last + 1).toBe(true);
          last = at;
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}\uD800-\uDFFF]+$/u);
        }
      }),
    );
  });

  it("takes time in proportion to the text", () => {
    for (const text of ["aA".repeat(200_000), "a".repeat(400_000), " ".repeat(400_000), "漢".repeat(200_000)]) {
      const startedAt = performance.now();
      wordVector("", text);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    }
  });
});

it("puts a gap between title and text", () => {
  expect(wordVector("Fix tests", "tests now")).toBe("'fix':1A 'tests':2A,4D 'now':5D");
});
