import { useMemo, useState } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { treeOrder } from "@/lib/model/diff/file-tree";
import { hideWhitespace } from "@/lib/model/diff/hide-whitespace";

/** Returns a function that removes whitespace changes from a file, computed once per file. */
function useHideWhitespace(): (file: CommitFile) => CommitFile {
  const [hide] = useState(() => {
    const known = new WeakMap<CommitFile, CommitFile>();
    return (file: CommitFile) => {
      const hidden = known.get(file) ?? { ...file, patch: hideWhitespace(file.patch) };
      known.set(file, hidden);
      return hidden;
    };
  });
  return hide;
}

/** Changed files in tree order: `whole` unmodified, `shown` without whitespace changes if those are hidden. */
export function useDiffFiles(files: readonly CommitFile[], whitespace: "shown" | "hidden") {
  const hide = useHideWhitespace();
  const whole = useMemo(
    () => treeOrder(files.map(({ filename }) => filename)).flatMap((index) => files[index] ?? []),
    [files],
  );
  const shown = useMemo(() => (whitespace === "hidden" ? whole.map(hide) : whole), [whole, whitespace, hide]);
  const paths = useMemo(() => whole.map(({ filename }) => filename), [whole]);
  const wholeByPath = useMemo(() => new Map(whole.map((file) => [file.filename, file])), [whole]);
  return { whole, shown, paths, wholeByPath };
}
