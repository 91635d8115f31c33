import type { CodeViewDiffItem } from "@pierre/diffs";
import { useState } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPosition, positionKey } from "@/lib/model/diff/diff-position";
import { fileKeys } from "@/lib/model/diff/file-keys";
import { type DiffLayout, toFileDiff } from "./file-diff";

type Item = CodeViewDiffItem<DiffPosition>;

interface CachedItem {
  file: CommitFile;
  folded: boolean;
  marks: string;
  layout: DiffLayout;
  item: Item;
}

interface ItemsInput {
  files: readonly CommitFile[];
  folded: ReadonlySet<string>;
  positions: readonly DiffPosition[];
  layout: DiffLayout;
}

/** Builds the items of files. An unchanged file keeps its item, so that only changed files re-render. */
function createItems() {
  const cache = new Map<string, CachedItem>();
  return ({ files, folded, positions, layout }: ItemsInput): Item[] => {
    const byPath = new Map<string, DiffPosition[]>();
    for (const position of positions) byPath.set(position.path, [...(byPath.get(position.path) ?? []), position]);
    const keys = fileKeys(files);
    return files.map((file, index) => {
      const key = keys[index] ?? file.filename;
      const filePositions = byPath.get(file.filename) ?? [];
      const marks = filePositions.map(positionKey).sort().join("\n");
      const isFolded = folded.has(file.filename);
      const cached = cache.get(key);
      if (cached?.file === file && cached.folded === isFolded && cached.marks === marks && cached.layout === layout)
        return cached.item;
      const item: Item = {
        id: key,
        type: "diff",
        fileDiff: toFileDiff(file, layout),
        version: (cached?.item.version ?? 0) + 1,
        collapsed: isFolded,
        annotations: filePositions.map((position) => ({
          side: position.side === "left" ? "deletions" : "additions",
          lineNumber: position.line,
          metadata: position,
        })),
      };
      cache.set(key, { file, folded: isFolded, marks, layout, item });
      return item;
    });
  };
}

export function useItems(input: ItemsInput): Item[] {
  const [make] = useState(createItems);
  return make(input);
}
