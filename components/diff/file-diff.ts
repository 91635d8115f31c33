import { type FileDiffMetadata, processFile } from "@pierre/diffs";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { showBidiControls } from "@/lib/model/bidi";

const known = new WeakMap<CommitFile, FileDiffMetadata>();
let made = 0;

function typeOf({ status, patch }: CommitFile): FileDiffMetadata["type"] {
  if (status === "added") return "new";
  if (status === "removed") return "deleted";
  if (status === "renamed" || status === "copied") return patch === "" ? "rename-pure" : "rename-changed";
  return "change";
}

/**
 * A file of the API as the library draws it. The names are set afterwards: in a head of a patch a hostile one could be
 * read as something else. The same object is always given for the same file, as what is loaded later is kept in it.
 */
export function fileDiffOf(file: CommitFile): FileDiffMetadata {
  const before = known.get(file);
  if (before) return before;
  made += 1;
  const cacheKey = `diff-${made}`;
  const read = processFile(`--- file\n+++ file\n${showBidiControls(file.patch)}\n`, { cacheKey, isGitDiff: false });
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
  known.set(file, diff);
  return diff;
}
