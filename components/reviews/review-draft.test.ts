import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inlineDrafts, withDraft } from "./review-draft";

const draft = fc.record({
  body: fc.string(),
  path: fc.string(),
  side: fc.constantFrom("left" as const, "right" as const),
  line: fc.integer({ min: 1 }),
});

describe("drafts of a review", () => {
  it("are read back as they were kept", () => {
    fc.assert(
      fc.property(fc.array(draft), (drafts) => {
        expect(inlineDrafts.parse(JSON.stringify(drafts))).toEqual(drafts);
      }),
    );
  });

  it("are none where the kept text is something else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Array.isArray(inlineDrafts.parse(text))).toBe(true);
      }),
    );
    expect(inlineDrafts.parse('[{"body":"x"},null,3]')).toEqual([]);
  });

  it("stand once on a line, the newest; an empty one takes it away", () => {
    const place = { path: "a", side: "right", line: 1 } as const;
    const one = withDraft([], { ...place, body: "one" });
    const two = withDraft(one, { ...place, body: "two" });
    expect(two).toEqual([{ ...place, body: "two" }]);
    expect(withDraft(two, { ...place, line: 2, body: "other" })).toHaveLength(2);
    expect(withDraft(two, { ...place, body: " " })).toEqual([]);
  });
});
