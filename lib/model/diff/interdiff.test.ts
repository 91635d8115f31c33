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
  it("takes the changed side, and identical changes once", () => {
    fc.assert(
      fc.property(lines, lines, (base, ours) => {
        expect(mergeLines(base, ours, base)).toEqual(ours);
        expect(mergeLines(base, base, ours)).toEqual(ours);
        expect(mergeLines(base, ours, ours)).toEqual(ours);
      }),
    );
  });

  it("is symmetric", () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, ours, theirs) => {
        expect(mergeLines(base, ours, theirs)).toEqual(mergeLines(base, theirs, ours));
      }),
    );
  });

  it("returns undefined if both sides changed a line differently", () => {
    expect(mergeLines(["a"], ["b"], ["c"])).toBeUndefined();
  });
});

describe("interdiff", () => {
  const base = numbered(40);
  const own = base.with(29, "mine");
  const upstream = ["new first", ...base.slice(0, 5), ...base.slice(7)];
  const rebased = ["new first", ...own.slice(0, 5), ...own.slice(7)];

  it("is empty after a pure rebase", () => {
    const versions = { oldBase: text(base), oldHead: text(own), newBase: text(upstream), newHead: text(rebased) };
    expect(interdiff(versions)).toEqual({ kind: "same" });
  });

  it("contains only the author's changes on top of a rebase", () => {
    const newHead = text([...rebased, "and more"]);
    const found = interdiff({ oldBase: text(base), oldHead: text(own), newBase: text(upstream), newHead });
    expect(found).toMatchObject({ kind: "changed", rebased: true });
    if (found.kind !== "changed") throw new Error("not changed");
    expect(found.patch.split("\n").filter((each) => /^[+-]/.test(each))).toEqual(["+and more"]);
  });

  it("is empty for any cleanly rebased change", () => {
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

  it("reports if the old change conflicts with the new base", () => {
    const found = interdiff({ oldBase: "a\n", oldHead: "b\n", newBase: "c\n", newHead: "d\n" });
    expect(found).toMatchObject({ kind: "changed", rebased: false });
  });
});

describe("porting lines", () => {
  it("finds the same line, or marks it as outdated", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const changes = changesBetween(before, after);
        const ported = before.map((_, i) => portLine(changes, after.length, i + 1));
        for (const [i, { line, outdated }] of ported.entries()) {
          if (!outdated) expect(after[line - 1]).toBe(before[i]);
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(Math.max(after.length, 1));
        }
        const kept = ported.filter(({ outdated }) => !outdated).map(({ line }) => line);
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
      }),
    );
  });

  it("follows a range, and marks it as outdated if lines were inserted", () => {
    const changes = changesBetween(numbered(10), ["x", ...numbered(10)]);
    expect(portRange(changes, 11, { startLine: 4, endLine: 6 })).toEqual({ startLine: 5, endLine: 7, outdated: false });
    const split = changesBetween(numbered(10), numbered(10).toSpliced(4, 0, "between"));
    expect(portRange(split, 11, { startLine: 4, endLine: 6 })).toEqual({ startLine: 4, endLine: 7, outdated: true });
    expect(portRange(split, 11, { startLine: 5, endLine: 6 })).toEqual({ startLine: 6, endLine: 7, outdated: false });
  });
});
