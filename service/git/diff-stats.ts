import { diffFlags } from "./changed-files";
import { runGit } from "./run-git";

export interface DiffStats {
  additions: number;
  deletions: number;
  changedFiles: number;
}

/** Lines and files changed between two commits, renames taken as such. Binary files count as files alone. */
export async function diffStats(dir: string, from: string, to: string): Promise<DiffStats> {
  const args = ["diff-tree", ...diffFlags, "--numstat", "--no-commit-id", "--end-of-options", from, to];
  const { stdout } = await runGit(args, { cwd: dir, env: { GIT_DIR: dir } });
  const stats = { additions: 0, deletions: 0, changedFiles: 0 };
  for (const line of stdout.toString("utf8").split("\n")) {
    const [, added, deleted] = /^(\d+|-)\t(\d+|-)\t/.exec(line) ?? [];
    if (added === undefined || deleted === undefined) continue;
    stats.changedFiles += 1;
    stats.additions += Number(added === "-" ? 0 : added);
    stats.deletions += Number(deleted === "-" ? 0 : deleted);
  }
  return stats;
}
