import { expect, it } from "vitest";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { bodyReason, type FileMetadata } from "./body-reason";
import { treeState } from "./tree-state";

const file = (more: Partial<CommitFile> = {}): CommitFile => ({
  filename: "data.bin",
  status: "modified",
  additions: 0,
  deletions: 0,
  changes: 0,
  patch: "",
  ...more,
});
const lines = { additions: 2, deletions: 1 };
const patch = "@@ -1 +1,2 @@\n-a\n+b\n+c";
const state = (changed: CommitFile | undefined, metadata?: FileMetadata) =>
  treeState("data.bin", changed, {
    viewed: new Set(["data.bin"]),
    openThreads: new Map([["data.bin", 2]]),
    folding: { reasons: new Map([["data.bin", "Generated file"]]) },
    metadata: metadata && new Map([["data.bin", metadata]]),
  });

it("says why a file shows no lines, and marks those that can be binary", () => {
  const cases: [CommitFile, FileMetadata | undefined, string, boolean][] = [
    [file(), undefined, "Binary, UTF-16 or empty file", true],
    [file({ filename: "logo.png" }), undefined, "Image", true],
    [file({ status: "renamed", previousFilename: "old.bin" }), undefined, "Renamed without changes", false],
    [file(), { mode: "160000", previousMode: "160000" }, "Submodule updated", false],
    [file(), { mode: "100755", previousMode: "100644" }, "Content unchanged", false],
    [file(lines), undefined, "Too large to show", false],
  ];
  for (const [changed, metadata, reason, binary] of cases) {
    expect(bodyReason(changed, changed, metadata)).toBe(reason);
    expect(state(changed, metadata)?.binary, reason).toBe(binary);
  }
  const changed = file({ ...lines, patch });
  expect(bodyReason(changed, changed, undefined)).toBeUndefined();
  expect(bodyReason({ ...changed, patch: "" }, changed, undefined)).toBe("Whitespace changes only");
});

it("shows counts only of files with lines", () => {
  expect(state(file({ ...lines, patch }))).toEqual({
    viewed: true,
    threads: 2,
    reason: "Generated file",
    status: "modified",
    lines,
    binary: false,
  });
  expect(state(file())?.lines).toBeUndefined();
  expect(state(undefined)).toBeUndefined();
});
