import { RecentMap } from "@/lib/core/recent-map";
import { GitLimitExceeded, type GitResult, type RunGitOptions, runGit } from "../run-git";

/**
 * A few small objects can describe billions of files. Git lists all differences before it prints the first, so its memory
 * and time are limited too, not only its output.
 */
const diffLimits = { timeoutMs: 30_000, memoryBytes: 512 * 1024 ** 2 };

/** Diffs that exceeded a limit. They would again: neither commits nor limits change. */
const exceeded = new RecentMap<string, GitLimitExceeded>(1_000);

/**
 * Compares two trees or commits, given by complete ids, with `git diff-tree`.
 *
 * @throws {GitLimitExceeded} if the diff is too large to compute
 */
export async function diffTree(
  dir: string,
  args: readonly string[],
  options: Pick<RunGitOptions, "maxOutputBytes" | "paths" | "signal">,
): Promise<GitResult> {
  const key = [dir, ...args, ...(options.paths ?? [])].join("\0");
  const known = exceeded.get(key);
  if (known) throw known;
  try {
    return await runGit(["diff-tree", ...args], { cwd: dir, env: { GIT_DIR: dir }, ...diffLimits, ...options });
  } catch (error) {
    // How long it takes depends on what else the machine does.
    if (error instanceof GitLimitExceeded && error.limit !== "time") exceeded.set(key, error);
    throw error;
  }
}
