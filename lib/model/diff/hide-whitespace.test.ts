import fc from "fast-check";
import { expect, it } from "vitest";
import { hideWhitespace } from "./hide-whitespace";
import { parsePatch } from "./patch";
import { patchBetween } from "./patch-between";

const line = fc.constantFrom("a", " a", "\ta ", "b", "b  b", "", "  ");
const text = fc.array(line, { maxLength: 15 }).map((lines) => lines.map((each) => `${each}\n`).join(""));

it("removes whitespace-only changes and keeps all others", () => {
  const patch = patchBetween("one\n  two\nthree\n", "one\n\ttwo\nfour\n");
  const [hunk] = parsePatch(hideWhitespace(patch));
  expect(hunk?.lines.map(({ kind, text: words }) => [kind, words])).toEqual([
    ["same", "one"],
    ["same", "\ttwo"],
    ["removed", "three"],
    ["added", "four"],
  ]);
  expect(hideWhitespace(patchBetween("a\n", "  a\n"))).toBe("");
});

it("keeps the line numbers of the full diff", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const old = before.split("\n");
      const now = after.split("\n");
      for (const { lines } of parsePatch(hideWhitespace(patchBetween(before, after)))) {
        for (const { kind, text: words, before: b, after: a } of lines) {
          if (kind !== "removed") expect(now[(a ?? 0) - 1]).toBe(words);
          if (kind === "removed") expect(old[(b ?? 0) - 1]).toBe(words);
          if (kind === "same") expect(old[(b ?? 0) - 1]?.replace(/\s/g, "")).toBe(words.replace(/\s/g, ""));
        }
      }
    }),
  );
});
