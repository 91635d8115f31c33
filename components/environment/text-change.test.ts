import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeBetween } from "./text-change";

describe("the change between two texts", () => {
  it("turns the first text into the second", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "😀") });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBetween(before, after);
        const result = change ? before.slice(0, change.from) + change.insert + before.slice(change.to) : before;
        expect(result).toBe(after);
      }),
    );
  });

  it("is minimal for a single insertion", () => {
    expect(changeBetween('{ "a": 1 }', '{ "a": 21 }')).toEqual({ from: 7, to: 7, insert: "2" });
  });
});
