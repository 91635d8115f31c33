import fc from "fast-check";
import { expect, it } from "vitest";
import { formatRange, parseRange, shownPosition } from "./diff-position";
import { parsePatch } from "./patch";

it("round-trips every range", () => {
  const range = fc
    .tuple(fc.string({ minLength: 1 }), fc.constantFrom("left" as const, "right" as const), fc.nat(9_999), fc.nat(99))
    .map(([path, side, first, more]) =>
      first === 0
        ? { path, side: "right" as const, startLine: 0, endLine: 0 }
        : { path, side, startLine: first, endLine: first + more },
    );
  fc.assert(
    fc.property(range, (position) => {
      expect(parseRange(formatRange(position))).toEqual(position);
    }),
  );
});

it("returns undefined for invalid ranges", () => {
  for (const text of ["", "R:", "R0:a", "R5-3:a", "X1:a", "12"]) expect(parseRange(text)).toBeUndefined();
});

it("shows a line at its position, or at the file header if the diff doesn't contain it", () => {
  const hunks = parsePatch("@@ -4,2 +5,2 @@\n same\n-old\n+new");
  const at = (side: "left" | "right", line: number) => shownPosition(hunks, { path: "a", side, line });
  expect(at("left", 4)).toEqual({ path: "a", side: "right", line: 5 });
  expect(at("left", 5)).toEqual({ path: "a", side: "left", line: 5 });
  expect(at("right", 6)).toEqual({ path: "a", side: "right", line: 6 });
  expect(at("right", 99)).toEqual({ path: "a", side: "right", line: 0 });
});
