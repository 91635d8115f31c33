import fc from "fast-check";
import { expect, it } from "vitest";
import { parsePatch } from "./patch";
import { findSnippet, findTextSnippet } from "./snippet";

const patch = [
  "@@ -10,5 +10,6 @@",
  " ten",
  " eleven",
  "-twelve",
  "+twelve!",
  "+and a half",
  " thirteen",
  " fourteen",
].join("\n");
const hunks = parsePatch(patch);
const range = (side: "left" | "right", startLine: number, endLine = startLine) => ({
  path: "a",
  side,
  startLine,
  endLine,
});
const texts = (target: Parameters<typeof findSnippet>[1]) => findSnippet(hunks, target).map(({ text }) => text);

it("ends with the range and starts three lines before it", () => {
  expect(texts(range("right", 13))).toEqual(["eleven", "twelve", "twelve!", "and a half"]);
  expect(texts(range("left", 12))).toEqual(["ten", "eleven", "twelve"]);
  expect(texts(range("right", 12, 14))).toEqual(["ten", "eleven", "twelve", "twelve!", "and a half", "thirteen"]);
});

it("is empty for lines outside the diff", () => {
  expect(texts(range("right", 99))).toEqual([]);
  expect(findSnippet([], range("left", 1))).toEqual([]);
});

it("contains the same lines of a text", () => {
  const text = "one\ntwo\nthree\nfour\nfive\nsix\n";
  expect(findTextSnippet(text, range("right", 5))).toEqual([
    { kind: "same", text: "two", after: 2 },
    { kind: "same", text: "three", after: 3 },
    { kind: "same", text: "four", after: 4 },
    { kind: "same", text: "five", after: 5 },
  ]);
  expect(findTextSnippet(text, range("left", 1))).toEqual([{ kind: "same", text: "one", before: 1 }]);
  expect(findTextSnippet(text, range("right", 6, 7))).toEqual([]);
  expect(findTextSnippet("", range("right", 1))).toEqual([]);
});

it("is short for any range", () => {
  const text = Array.from({ length: 200 }, (_, index) => `${index + 1}`).join("\n");
  const long = parsePatch(
    ["@@ -0,0 +1,200 @@", ...Array.from({ length: 200 }, (_, index) => `+${index + 1}`)].join("\n"),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 199 }), (start, length) => {
      const end = Math.min(start + length, 200);
      const lines = findSnippet(long, range("right", start, end));
      expect(lines.length).toBeLessThanOrEqual(12);
      expect(lines.at(-1)?.after).toBe(end);
      const unmarked = lines.map((line) => ({ ...line, kind: "same" }));
      expect(findTextSnippet(text, range("right", start, end))).toEqual(unmarked);
    }),
  );
});
