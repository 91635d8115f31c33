import { useState } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { hideWhitespace } from "@/lib/model/diff/hide-whitespace";

/** Each file without changes of white space, made once. */
export function useQuiet(): (file: CommitFile) => CommitFile {
  const [make] = useState(() => {
    const made = new WeakMap<CommitFile, CommitFile>();
    return (file: CommitFile) => {
      const known = made.get(file) ?? { ...file, patch: hideWhitespace(file.patch) };
      made.set(file, known);
      return known;
    };
  });
  return make;
}
