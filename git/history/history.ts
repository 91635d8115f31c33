import { RecentMap } from "@/lib/core/recent-map";
import { runGit } from "../run-git";

/** Ids of a commit's history, newest first, after `skip` commits, excluding the history of `without`. */
export async function listHistory(
  dir: string,
  commit: string,
  { skip, count, without, signal }: { skip: number; count: number; without?: string; signal?: AbortSignal },
): Promise<string[]> {
  const range = without === undefined ? [commit] : [commit, `^${without}`];
  const { stdout } = await runGit(["rev-list", `--skip=${skip}`, `--max-count=${count}`, ...range], {
    cwd: dir,
    env: { GIT_DIR: dir },
    ...(signal ? { signal } : {}),
  });
  return stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/** The number of commits in a commit's history, excluding the histories of `without`. */
export async function countHistory(
  dir: string,
  commit: string,
  without: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const args = ["rev-list", "--count", commit, ...without.map((id) => `^${id}`)];
  return Number((await runGit(args, { cwd: dir, env: { GIT_DIR: dir }, signal })).stdout.toString());
}

/** Ids of a commit's history without merges, oldest first, excluding the histories of `without`; at most `max`, the newest. */
export async function listOwnCommits(
  dir: string,
  commit: string,
  { without, max }: { without: readonly string[]; max: number },
): Promise<string[]> {
  const excluded = without.map((id) => `^${id}`);
  const args = ["rev-list", "--reverse", "--topo-order", "--no-merges", `--max-count=${max}`, commit, ...excluded];
  const { stdout } = await runGit(args, { cwd: dir, env: { GIT_DIR: dir } });
  return stdout.toString("utf8").split("\n").filter(Boolean);
}

/** Merge bases of pairs of commits; null: none. The pages of a comparison request the same pair repeatedly. */
const mergeBases = new RecentMap<string, string | null>(2_000);

/** The merge base of two commits; `undefined` for unrelated histories. */
export async function mergeBase(dir: string, one: string, other: string, signal?: AbortSignal) {
  const key = `${dir} ${one} ${other}`;
  const known = mergeBases.get(key);
  if (known !== undefined) return known ?? undefined;
  const base = await findMergeBase(dir, one, other, signal);
  mergeBases.set(key, base ?? null);
  return base;
}

async function findMergeBase(dir: string, one: string, other: string, signal: AbortSignal | undefined) {
  const { stdout } = await runGit(["merge-base", one, other], {
    cwd: dir,
    env: { GIT_DIR: dir },
    okCodes: [0, 1],
    ...(signal ? { signal } : {}),
  });
  return stdout.toString("utf8").split("\n")[0] || undefined;
}

/** How many commits each of two histories has that the other doesn't. */
export async function divergence(
  dir: string,
  base: string,
  head: string,
  signal?: AbortSignal,
): Promise<{ ahead: number; behind: number }> {
  const { stdout } = await runGit(["rev-list", "--count", "--left-right", `${base}...${head}`], {
    cwd: dir,
    env: { GIT_DIR: dir },
    ...(signal ? { signal } : {}),
  });
  const [behind = 0, ahead = 0] = stdout.toString("utf8").trim().split("\t").map(Number);
  return { ahead, behind };
}

/** True if a commit exists and is in another commit's history. */
export async function isReachable(dir: string, commit: string, from: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", commit, from];
  // Missing objects and non-commits exit with 128.
  return (await runGit(args, { cwd: dir, env: { GIT_DIR: dir }, okCodes: [0, 1, 128] })).code === 0;
}
