"use client";

import { useMemo, useState } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { foldReason } from "@/lib/model/diff/generated";
import type { FileMetadata } from "./body-reason";

/** Which files are folded: the user's choice, otherwise viewed files and files with a reason to be folded. */
export function useFolded(
  files: readonly CommitFile[],
  isViewed: (path: string) => boolean,
  isOpen: (path: string) => boolean,
  metadata?: ReadonlyMap<string, FileMetadata>,
) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const reasons = useMemo(
    () =>
      new Map(
        files.flatMap((file) => {
          const reason = files.length > 1 ? foldReason(file, metadata?.get(file.filename)?.generated) : undefined;
          return reason ? [[file.filename, reason] as const] : [];
        }),
      ),
    [files, metadata],
  );
  const folded = new Set(
    files
      .filter(
        ({ filename }) => chosen.get(filename) ?? (isViewed(filename) || (reasons.has(filename) && !isOpen(filename))),
      )
      .map(({ filename }) => filename),
  );
  const fold = (paths: readonly string[], now: boolean | undefined) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const path of paths) {
        if (now === undefined) next.delete(path);
        else next.set(path, now);
      }
      return next;
    });
  return { folded, reasons, fold };
}

export type Folding = ReturnType<typeof useFolded>;
