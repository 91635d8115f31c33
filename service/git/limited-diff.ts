import { GitLimitExceeded, type GitResult, type RunGitOptions, runGit } from "./run-git";

/**
 * A few small objects can describe billions of files. Git lists all differences before it prints the first, so its memory
 * and time are limited too, not only its output.
 */
const diffLimits = { timeoutMs: 30_000, memoryBytes: 512 * 1024 ** 2 };

/** Diffs that exceeded a limit, latest last. They are never retried, because neither commits nor limits change. */
const exceeded = new Map<string, GitLimitExceeded>();
const maxRemembered = 1_000;

/**
 * Compares two trees or commits, given by complete ids, with `git diff-tree`.
 *
 * @throws {GitLimitExceeded} if the diff is too large to compute
 */
export async function diffTree(
  dir: string,
  args: readonly string[],
  options: Pick<RunGitOptions, "maxOutputBytes" | "signal">,
): Promise<GitResult> {
  const key = [dir, ...args].join("\0");
  const known = exceeded.get(key);
  if (known) throw known;
  try {
    return await runGit(["diff-tree", ...args], { cwd: dir, env: { GIT_DIR: dir }, ...diffLimits, ...options });
  } catch (error) {
    // Timeouts aren't cached, because they depend on the machine's load.
    if (error instanceof GitLimitExceeded && error.limit !== "time") {
      exceeded.set(key, error);
      for (const oldest of exceeded.keys()) {
        if (exceeded.size <= maxRemembered) break;
        exceeded.delete(oldest);
      }
    }
    throw error;
  }
}
