import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeDrafts, mergeText } from "./merge-drafts";
import { fromDraftComment, type InlineDraft, toDraftComment } from "./review-draft";

/** Drafts on different lines. */
const drafts = fc
  .uniqueArray(fc.tuple(fc.nat(4), fc.constantFrom("a", "b", "c")), { selector: ([line]) => line })
  .map((lines) =>
    lines.map(([line, body]): InlineDraft => ({ body, path: "a.ts", side: "right", line, version: "1" })),
  );
const sorted = (all: readonly InlineDraft[]) => [...all].sort((a, b) => a.line - b.line);
const bodyAt = (all: readonly InlineDraft[], line: number) => all.find((draft) => draft.line === line)?.body;

it("takes the changes of one side if the other has none", () => {
  fc.assert(
    fc.property(drafts, drafts, (base, changed) => {
      expect(sorted(mergeDrafts(changed, base, base))).toEqual(sorted(changed));
      expect(sorted(mergeDrafts(base, base, changed))).toEqual(sorted(changed));
    }),
  );
});

it("keeps every text that was written or changed on either side", () => {
  fc.assert(
    fc.property(drafts, drafts, drafts, (base, local, remote) => {
      const merged = mergeDrafts(local, base, remote);
      for (const { line, body } of [...local, ...remote]) {
        if (body !== bodyAt(base, line)) expect(bodyAt(merged, line)).toContain(body);
      }
      expect(new Set(merged.map(({ line }) => line)).size).toBe(merged.length);
    }),
  );
});

it("keeps forms open, and one without text", () => {
  const at = { path: "a.ts", side: "right", line: 1, version: "1" } as const;
  const open = { ...at, body: "one", open: true, kept: "one" };
  const remote = { ...at, body: "two" };
  expect(mergeDrafts([open], [{ ...at, body: "one" }], [remote])).toEqual([{ ...open, body: "two", kept: "two" }]);
  const empty = { ...at, body: "", open: true };
  expect(mergeDrafts([empty], [], [])).toEqual([empty]);
});

it("merges texts without repeating one that contains the other", () => {
  expect(mergeText("Why? Because", "Why?", "Why?")).toBe("Why? Because");
  expect(mergeText("Why? Because", "", "Why?")).toBe("Why? Because");
  expect(mergeText("here", "", "there, too")).toBe("there, too");
  expect(mergeText("here", "", "now")).toBe("now\n\nhere");
});

it("converts drafts to comments of the service and back", () => {
  const position = { path: "a.ts", version: "2", body: "x" };
  for (const draft of [
    { ...position, side: "left", line: 3 },
    { ...position, side: "right", line: 9, from: 3 },
    { ...position, side: "right", line: 0 },
  ] as const) {
    expect(fromDraftComment(toDraftComment(draft))).toEqual(draft);
  }
  expect(fromDraftComment({ body: "General" })).toBeUndefined();
});
