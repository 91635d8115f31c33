import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type FileMetadata, isBinaryOrEmpty } from "./body-reason";

/** What the tree shows about a file. */
export interface TreeState {
  viewed: boolean;
  /** Open threads. */
  threads: number;
  /** Why it is folded initially. */
  reason: string | undefined;
  status: string;
  /** `undefined` if the file has no lines to count. */
  lines: { additions: number; deletions: number } | undefined;
  binary: boolean;
}

interface TreeContext {
  viewed: { has: (path: string) => boolean } | undefined;
  openThreads: ReadonlyMap<string, number>;
  folding: { reasons: ReadonlyMap<string, string> };
  metadata: ReadonlyMap<string, FileMetadata> | undefined;
}

/** The state of a changed file; `undefined` if there is none with this path. */
export function treeState(
  path: string,
  file: CommitFile | undefined,
  { viewed, openThreads, folding, metadata }: TreeContext,
): TreeState | undefined {
  if (!file) return undefined;
  const { status, additions, deletions } = file;
  return {
    viewed: viewed?.has(path) ?? false,
    threads: openThreads.get(path) ?? 0,
    reason: folding.reasons.get(path),
    status,
    lines: additions + deletions > 0 ? { additions, deletions } : undefined,
    binary: isBinaryOrEmpty(file, metadata?.get(path)),
  };
}
