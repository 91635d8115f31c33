import { expect, it } from "vitest";
import type { Thread } from "@/components/reviews/review-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffLines, placeThreads } from "./place-threads";

const file: Pick<CommitFile, "filename" | "patch" | "status"> = {
  filename: "a.txt",
  status: "modified",
  patch: "@@ -1,1 +1,2 @@\n one\n+two\n",
};
const thread = (id: string, endLine: number, path = "a.txt") =>
  ({ id, path, side: "right", startLine: endLine, endLine, version: { number: "3" } }) as Thread;
const ported = new Map([
  ["shown", { startLine: 2, endLine: 2, outdated: false }],
  ["hidden", { startLine: 9, endLine: 9, outdated: false }],
  ["changed", { startLine: 1, endLine: 1, outdated: true }],
]);
const threads = [
  thread("shown", 3),
  thread("hidden", 12),
  thread("changed", 5),
  thread("loading", 6),
  thread("file", 0),
  thread("elsewhere", 1, "b.txt"),
];

function place(isPart: boolean) {
  const diff: DiffLines = {
    fileOf: (path) => (path === file.filename ? (file as CommitFile) : undefined),
    version: "3",
    elsewhere: new Set(["shown", "hidden", "changed", "loading"]),
    ported,
    isPart,
  };
  const { byPosition, unplaced, openThreads } = placeThreads(diff, threads);
  const placed = [...byPosition].map(([key, here]) => [key, here.map(({ thread }) => thread.id)]);
  return { placed: Object.fromEntries(placed), unplaced: unplaced.map(({ id }) => id), open: openThreads.get("a.txt") };
}

it("places every thread in the diff of a version, or lists it", () => {
  expect(place(false)).toEqual({
    placed: { "right2:a.txt": ["shown"], "right1:a.txt": ["changed"], "right0:a.txt": ["hidden", "loading", "file"] },
    unplaced: ["elsewhere"],
    open: 5,
  });
});

it("omits threads on lines that a commit doesn't show", () => {
  expect(place(true)).toEqual({
    placed: { "right2:a.txt": ["shown"], "right0:a.txt": ["file"] },
    unplaced: [],
    open: 2,
  });
});
