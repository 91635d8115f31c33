import { mergeTrees, UnrelatedHistories, writeCommit } from "@/git/merges/merge-trees";
import { inQuarantine, type Quarantine } from "@/git/objects/quarantine";
import { GitLimitExceeded } from "@/git/run-git";

export type TrialOutcome =
  | { state: "clean" }
  | { state: "conflict"; layer: number; paths: string[] }
  /** The check failed; retrying may help, unless the merge is too large to compute. */
  | { state: "unknown" };

const cache = new Map<string, TrialOutcome>();
const maxCached = 10_000;

/** A fixed author and time, so that the same parents always give the same commit and outcomes can be cached. */
const by = { name: "trial", email: "trial@invalid", at: 0, zone: "+0000" };

/** The outcome, and the tree of the last merge if all are clean. Each merge but the last becomes a commit. */
async function tryMerge(
  { env }: Quarantine,
  base: string,
  heads: readonly string[],
): Promise<{ outcome: TrialOutcome; tree?: string }> {
  let tip = base;
  let tree = "";
  for (const [layer, head] of heads.entries()) {
    const below = heads[layer - 1];
    if (below) tip = await writeCommit(env, { tree, parents: [tip, below], by, message: "trial\n" });
    const merge = await mergeTrees(env, tip, head).catch((error: unknown) => {
      if (error instanceof UnrelatedHistories) return { conflictedPaths: [] };
      throw error;
    });
    if ("conflictedPaths" in merge) return { outcome: { state: "conflict", layer, paths: merge.conflictedPaths } };
    tree = merge.tree;
  }
  return { outcome: { state: "clean" }, tree };
}

/**
 * Checks whether heads can be merged into a base one after another. Depends only on the commits, so the outcome is cached.
 * For a single head, the merged tree is written to `keepIn` and returned, unless the outcome was cached; otherwise nothing
 * is stored.
 */
export async function trialMerge(
  dir: string,
  base: string,
  heads: readonly string[],
  keepIn?: Quarantine,
): Promise<{ outcome: TrialOutcome; tree?: string }> {
  const key = [dir, base, ...heads].join(" ");
  const cached = cache.get(key);
  if (cached) return { outcome: cached };
  let isFinal = true;
  const work = (quarantine: Quarantine) => tryMerge(quarantine, base, heads);
  const isKept = keepIn !== undefined && heads.length === 1;
  const tried = await (isKept ? work(keepIn) : inQuarantine(dir, work)).catch((error: unknown) => {
    isFinal = error instanceof GitLimitExceeded && error.limit !== "time";
    return { outcome: { state: "unknown" as const } };
  });
  if (isFinal) {
    cache.set(key, tried.outcome);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break;
      cache.delete(oldest);
    }
  }
  return isKept ? tried : { outcome: tried.outcome };
}
