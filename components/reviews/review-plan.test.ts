import fc from "fast-check";
import { expect, it } from "vitest";
import type { InlineDraft } from "./review-draft";
import { commentOf, maxComments, planReviews } from "./review-plan";

const draft = fc.record({
  body: fc.constantFrom("", "text"),
  path: fc.constant("a"),
  side: fc.constant("right" as const),
  line: fc.nat(9),
  version: fc.constantFrom("1", "2", "10"),
  open: fc.boolean(),
});

it("publishes every finished draft once, on the version it was written on, and the verdict last, on the latest", () => {
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 200 }), (drafts: InlineDraft[]) => {
      const plan = planReviews(drafts, "10");
      const finished = drafts.filter(({ body, open }) => body && !open);
      expect(new Set(plan.flatMap(({ comments }) => comments))).toEqual(new Set(finished));
      expect(plan.flatMap(({ comments }) => comments)).toHaveLength(finished.length);
      expect(plan.every(({ comments }) => comments.length <= maxComments)).toBe(true);
      expect(
        plan.every(({ comments, versionNumber }) => comments.every(({ version }) => version === versionNumber)),
      ).toBe(true);
      expect(plan.map(({ final }) => final)).toEqual(plan.map((_, index) => index === plan.length - 1));
      expect(plan.at(-1)?.versionNumber).toBe("10");
    }),
  );
});

it("converts lines, ranges and files to the API's format", () => {
  const at = { body: "b", path: "a", side: "left" as const };
  expect(commentOf({ ...at, line: 3 })).toEqual({ body: "b", inline: { path: "a", side: "left", startLine: 3 } });
  expect(commentOf({ ...at, line: 5, from: 3 })).toMatchObject({ inline: { startLine: 3, endLine: 5 } });
  expect(commentOf({ ...at, line: 0 })).toEqual({ body: "b", file: { path: "a" } });
});
