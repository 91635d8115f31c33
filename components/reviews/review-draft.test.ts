import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inlineDrafts, toCommentInput, withDraft } from "./review-draft";

const draft = fc.record({
  body: fc.string(),
  path: fc.string(),
  side: fc.constantFrom("left" as const, "right" as const),
  line: fc.integer({ min: 1 }),
});

describe("review drafts", () => {
  it("round-trip through storage", () => {
    fc.assert(
      fc.property(fc.array(draft), (drafts) => {
        expect(inlineDrafts.parse(JSON.stringify(drafts))).toEqual(drafts);
      }),
    );
  });

  it("are empty if the stored text is invalid", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Array.isArray(inlineDrafts.parse(text))).toBe(true);
      }),
    );
    expect(inlineDrafts.parse('[{"body":"x"},null,3]')).toEqual([]);
  });

  it("replace the draft on the same line, and are removed when empty", () => {
    const location = { path: "a", side: "right", line: 1 } as const;
    const one = withDraft([], { ...location, body: "one" });
    const two = withDraft(one, { ...location, body: "two" });
    expect(two).toEqual([{ ...location, body: "two" }]);
    expect(withDraft(two, { ...location, line: 2, body: "other" })).toHaveLength(2);
    expect(withDraft(two, { ...location, body: " " })).toEqual([]);
  });

  it("convert lines, ranges and files to the API's format", () => {
    const at = { body: "b", path: "a", side: "left" as const };
    const inline = { path: "a", side: "left", startLine: 3 };
    expect(toCommentInput({ ...at, line: 3 })).toEqual({ body: "b", inline });
    expect(toCommentInput({ ...at, line: 5, from: 3 })).toMatchObject({ inline: { startLine: 3, endLine: 5 } });
    expect(toCommentInput({ ...at, line: 0 })).toEqual({ body: "b", file: { path: "a" } });
  });
});
