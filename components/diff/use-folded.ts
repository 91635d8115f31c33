"use client";

import { useMemo, useState } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { foldReason } from "@/lib/model/diff/generated";

/** Which files are folded: the user's choice, otherwise viewed files and files with a reason to be folded. */
export function useFolded(
  files: readonly CommitFile[],
  isViewed: (path: string) => boolean,
  isOpen: (path: string) => boolean,
) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const reasons = useMemo(
    () =>
      new Map(
        files.flatMap((file) => {
          const reason = files.length > 1 ? foldReason(file) : undefined;
          return reason ? [[file.filename, reason] as const] : [];
        }),
      ),
    [files],
  );
  const folded = new Set(
    files
      .filter(
        ({ filename }) => chosen.get(filename) ?? (isViewed(filename) || (reasons.has(filename) && !isOpen(filename))),
      )
      .map(({ filename }) => filename),
  );
  const fold = (path: string, now: boolean | undefined) => {
    const next = new Map(chosen);
    if (now === undefined) next.delete(path);
    else next.set(path, now);
    setChosen(next);
  };
  return { folded, reasons, fold };
}

export type Folding = ReturnType<typeof useFolded>;
