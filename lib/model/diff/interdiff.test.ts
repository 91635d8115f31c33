import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween } from "./changes";
import { interdiff } from "./interdiff";
import { mergeLines } from "./merge-lines";
import { portLine, portRange } from "./port-line";

const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);
const text = (all: readonly string[]) => all.map((each) => `${each}\n`).join("");

describe("merging lines", () => {
  it("takes the one side that changed something, and equal changes once", () => {
    fc.assert(
      fc.property(lines, lines, (base, ours) => {
        expect(mergeLines(base, ours, base)).toEqual(ours);
        expect(mergeLines(base, base, ours)).toEqual(ours);
        expect(mergeLines(base, ours, ours)).toEqual(ours);
      }),
    );
  });

  it("does not depend on which side is which", () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, ours, theirs) => {
        expect(mergeLines(base, ours, theirs)).toEqual(mergeLines(base, theirs, ours));
      }),
    );
  });

  it("answers nothing where both changed one line", () => {
    expect(mergeLines(["a"], ["b"], ["c"])).toBeUndefined();
  });
});

describe("what changed between two versions", () => {
  const base = numbered(40);
  const own = base.with(29, "mine");
  const upstream = ["new first", ...base.slice(0, 5), ...base.slice(7)];
  const rebased = ["new first", ...own.slice(0, 5), ...own.slice(7)];

  it("is nothing after a mere rebase", () => {
    const versions = { oldBase: text(base), oldHead: text(own), newBase: text(upstream), newHead: text(rebased) };
    expect(interdiff(versions)).toEqual({ kind: "same" });
  });

  it("is only what the author changed on top of a rebase", () => {
    const newHead = text([...rebased, "and more"]);
    const found = interdiff({ oldBase: text(base), oldHead: text(own), newBase: text(upstream), newHead });
    expect(found).toMatchObject({ kind: "changed", rebased: true });
    if (found.kind !== "changed") throw new Error("not changed");
    expect(found.patch.split("\n").filter((each) => /^[+-]/.test(each))).toEqual(["+and more"]);
  });

  it("holds for any change that a rebase carries over", () => {
    fc.assert(
      fc.property(lines, lines, lines, (common, ours, theirs) => {
        const merged = mergeLines(common, ours, theirs);
        fc.pre(merged !== undefined);
        const versions = {
          oldBase: text(common),
          oldHead: text(ours),
          newBase: text(theirs),
          newHead: text(merged ?? []),
        };
        expect(interdiff(versions)).toEqual({ kind: "same" });
      }),
    );
  });

  it("says when the old change does not fit the new base", () => {
    const found = interdiff({ oldBase: "a\n", oldHead: "b\n", newBase: "c\n", newHead: "d\n" });
    expect(found).toMatchObject({ kind: "changed", rebased: false });
  });
});

describe("a line in another version", () => {
  it("is the same line, or said to be gone", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const changes = changesBetween(before, after);
        const places = before.map((_, i) => portLine(changes, after.length, i + 1));
        for (const [i, { line, gone }] of places.entries()) {
          if (!gone) expect(after[line - 1]).toBe(before[i]);
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(Math.max(after.length, 1));
        }
        const kept = places.filter(({ gone }) => !gone).map(({ line }) => line);
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
      }),
    );
  });

  it("follows a range, and tells when something came between", () => {
    const changes = changesBetween(numbered(10), ["x", ...numbered(10)]);
    expect(portRange(changes, 11, { startLine: 4, endLine: 6 })).toEqual({ startLine: 5, endLine: 7, gone: false });
    const split = changesBetween(numbered(10), numbered(10).toSpliced(4, 0, "between"));
    expect(portRange(split, 11, { startLine: 4, endLine: 6 })).toEqual({ startLine: 4, endLine: 7, gone: true });
    expect(portRange(split, 11, { startLine: 5, endLine: 6 })).toEqual({ startLine: 6, endLine: 7, gone: false });
  });
});
