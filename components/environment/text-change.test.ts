import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeBetween } from "./text-change";

describe("the change between two texts", () => {
  it("makes the first into the second", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "😀") });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBetween(before, after);
        const made = change ? before.slice(0, change.from) + change.insert + before.slice(change.to) : before;
        expect(made).toBe(after);
      }),
    );
  });

  it("is as small as it can be where one piece was put in", () => {
    expect(changeBetween('{ "a": 1 }', '{ "a": 21 }')).toEqual({ from: 7, to: 7, insert: "2" });
  });
});
