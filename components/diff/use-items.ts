import type { CodeViewDiffItem } from "@pierre/diffs";
import { useState } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPlace, placeKey } from "@/lib/model/diff/diff-position";
import { fileDiffOf } from "./file-diff";

type Item = CodeViewDiffItem<DiffPlace>;

interface CachedItem {
  file: CommitFile;
  folded: boolean;
  marks: string;
  item: Item;
}

/** Builds the items of files. An unchanged file keeps its item, so that only changed files are drawn again. */
function createItems() {
  const made = new Map<string, CachedItem>();
  return (files: readonly CommitFile[], folded: ReadonlySet<string>, places: readonly DiffPlace[]): Item[] => {
    const placesOf = new Map<string, DiffPlace[]>();
    for (const place of places) placesOf.set(place.path, [...(placesOf.get(place.path) ?? []), place]);
    return files.map((file) => {
      const own = placesOf.get(file.filename) ?? [];
      const marks = own.map(placeKey).sort().join("\n");
      const isFolded = folded.has(file.filename);
      const before = made.get(file.filename);
      if (before?.file === file && before.folded === isFolded && before.marks === marks) return before.item;
      const item: Item = {
        id: file.filename,
        type: "diff",
        fileDiff: fileDiffOf(file),
        version: (before?.item.version ?? 0) + 1,
        collapsed: isFolded,
        annotations: own.map((place) => ({
          side: place.side === "left" ? "deletions" : "additions",
          lineNumber: place.line,
          metadata: place,
        })),
      };
      made.set(file.filename, { file, folded: isFolded, marks, item });
      return item;
    });
  };
}

export function useItems(
  files: readonly CommitFile[],
  folded: ReadonlySet<string>,
  places: readonly DiffPlace[],
): Item[] {
  const [make] = useState(createItems);
  return make(files, folded, places);
}
