import { diffFlags } from "./changed-files";
import { diffTree } from "./limited-diff";

export interface DiffStats {
  /** Lines; binary files have none. */
  additions: number;
  deletions: number;
  /** A rename counts as one file. */
  changedFiles: number;
}

/** Counts the changes between two trees or commits, given by complete ids. */
export async function diffStats(dir: string, from: string, to: string, signal?: AbortSignal): Promise<DiffStats> {
  const args = [...diffFlags, "--shortstat", "--end-of-options", from, to];
  const { stdout } = await diffTree(dir, args, signal ? { signal } : {});
  const text = stdout.toString("utf8");
  const count = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    additions: count(/(?<!\d)(\d+) insertion/),
    deletions: count(/(?<!\d)(\d+) deletion/),
    changedFiles: count(/(?<!\d)(\d+) files? changed/),
  };
}
