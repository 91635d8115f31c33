import { type FileDiffMetadata, processFile } from "@pierre/diffs";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { shownLines } from "@/lib/model/diff/shown-lines";

export type DiffLayout = "split" | "unified";

/** Also used when the library reparses a file with its unchanged lines. */
export const parseOptions = { split: { disableLineMatching: false }, unified: { disableLineMatching: true } } as const;

const caches = {
  split: new WeakMap<CommitFile, FileDiffMetadata>(),
  unified: new WeakMap<CommitFile, FileDiffMetadata>(),
};
let created = 0;

function typeOf({ status, patch }: CommitFile): FileDiffMetadata["type"] {
  if (status === "added") return "new";
  if (status === "removed") return "deleted";
  if (status === "renamed" || status === "copied") return patch === "" ? "rename-pure" : "rename-changed";
  return "change";
}

/**
 * Converts a file of the API for the diff library. Side by side, similar lines are next to each other; a unified diff keeps
 * the order of the patch, so that removed lines come before the lines that replace them. Names are set after parsing, because a hostile name in a patch
 * header could be parsed as something else. Returns the same object for the same file, since the library stores
 * lines loaded later in it.
 */
export function toFileDiff(file: CommitFile, layout: DiffLayout): FileDiffMetadata {
  const cache = caches[layout];
  const cached = cache.get(file);
  if (cached) return cached;
  created += 1;
  const cacheKey = `diff-${created}`;
  const read = processFile(`--- file\n+++ file\n${shownLines(`${file.patch}\n`, file.patch)}`, {
    ...parseOptions[layout],
    cacheKey,
    isGitDiff: false,
  });
  const diff: FileDiffMetadata = {
    hunks: [],
    splitLineCount: 0,
    unifiedLineCount: 0,
    isPartial: true,
    deletionLines: [],
    additionLines: [],
    deletionCharacterCount: 0,
    additionCharacterCount: 0,
    cacheKey,
    ...read,
    name: file.filename,
    type: typeOf(file),
    ...(file.previousFilename ? { prevName: file.previousFilename } : {}),
  };
  cache.set(file, diff);
  return diff;
}
