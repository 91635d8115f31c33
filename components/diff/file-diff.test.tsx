import { expect, it } from "vitest";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { toFileDiff } from "./file-diff";

const file: CommitFile = {
  filename: "a.js",
  status: "modified",
  additions: 3,
  deletions: 1,
  changes: 4,
  patch: [
    "@@ -1,2 +1,4 @@",
    " const a = 1;",
    "-const total = sum(items);",
    "+// Rounded.",
    "+const one = 1;",
    "+const total = sum(items, one);",
  ].join("\n"),
};

/** The number of context, removed and added lines of each block. */
const blocks = (layout: "split" | "unified") =>
  toFileDiff(file, layout).hunks.flatMap(({ hunkContent }) =>
    hunkContent.map((block) => (block.type === "context" ? [block.lines] : [block.deletions, block.additions])),
  );

it("keeps the order of the patch in a unified diff, and aligns similar lines side by side", () => {
  expect(blocks("unified")).toEqual([[1], [1, 3]]);
  expect(blocks("split").length).toBeGreaterThan(2);
});

it("shows other separators of lines as text, which can't end a hunk", () => {
  const spoofed = ["\r", "\u2028", "\u2029"].map((separator) => `+x${separator}@@ -1 +1 @@${separator}+y`);
  const patch = ["@@ -1 +1,4 @@", ...spoofed, "-a", "+last"].join("\n");
  const { hunks, additionLines } = toFileDiff({ ...file, patch }, "unified");
  expect(hunks).toHaveLength(1);
  expect(additionLines).toEqual([
    "x⟨U+000D⟩@@ -1 +1 @@⟨U+000D⟩+y\n",
    "x⟨U+2028⟩@@ -1 +1 @@⟨U+2028⟩+y\n",
    "x⟨U+2029⟩@@ -1 +1 @@⟨U+2029⟩+y\n",
    "last\n",
  ]);
});

it("marks carriage returns of lines that change nothing but their ending", () => {
  const patch = ["@@ -1,2 +1,2 @@", " same\r", "-a", "+a\r"].join("\n");
  const { deletionLines, additionLines } = toFileDiff({ ...file, patch }, "unified");
  expect(deletionLines.at(-1)).toBe("a\n");
  expect(additionLines.at(-1)).toBe("a⟨CR⟩\n");
  const unchanged = toFileDiff({ ...file, patch: patch.replace("-a", "-b\r") }, "unified");
  expect(unchanged.additionLines.join("")).not.toContain("CR");
});

it("returns the same object for the same file and layout", () => {
  expect(toFileDiff(file, "split")).toBe(toFileDiff(file, "split"));
  expect(toFileDiff(file, "split")).not.toBe(toFileDiff(file, "unified"));
});
