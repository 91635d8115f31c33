import { expect, it } from "vitest";
import { moveCursor, nextPosition } from "./cursor";
import type { DiffPosition } from "./diff-position";
import { parsePatch } from "./patch";

const files = [
  { path: "a", hunks: parsePatch("@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+more\n three"), folded: false },
  { path: "b", hunks: parsePatch("@@ -1 +1 @@\n-x\n+y"), folded: true },
  { path: "c", hunks: parsePatch("@@ -1 +0,0 @@\n-gone"), folded: false },
];

function walk(stride: "row" | "change" | "file", step: 1 | -1, from?: DiffPosition): string[] {
  const seen: string[] = [];
  let cursor = from;
  for (let i = 0; i < 20; i += 1) {
    const next = moveCursor(files, cursor, stride, step);
    if (!next || (cursor && next === cursor)) break;
    cursor = next;
    seen.push(`${next.path}${next.side[0]}${next.line}`);
  }
  return seen;
}

it("moves through headers and lines, skipping folded files, in both directions", () => {
  const down = walk("row", 1);
  expect(down).toEqual(["ar0", "ar1", "al2", "ar2", "ar3", "ar4", "br0", "cr0", "cl1"]);
  const up = walk("row", -1, { path: "c", side: "left", line: 1 });
  expect(up).toEqual(down.slice(0, -1).reverse());
});

it("moves by change and by file", () => {
  expect(walk("change", 1)).toEqual(["ar0", "al2", "cl1"]);
  expect(walk("file", 1)).toEqual(["ar0", "br0", "cr0"]);
  expect(walk("file", -1, { path: "c", side: "left", line: 1 })).toEqual(["cr0", "br0", "ar0"]);
});

it("finds the next position in diff order", () => {
  const positions: DiffPosition[] = [
    { path: "c", side: "left", line: 1 },
    { path: "a", side: "right", line: 3 },
    { path: "b", side: "right", line: 1 },
  ];
  const [inC, inA, inB] = positions;
  expect(nextPosition(files, undefined, positions, 1)).toBe(inA);
  expect(nextPosition(files, inA, positions, 1)).toBe(inB);
  expect(nextPosition(files, inB, positions, 1)).toBe(inC);
  expect(nextPosition(files, inC, positions, 1)).toBeUndefined();
  expect(nextPosition(files, inC, positions, -1)).toBe(inB);
});
