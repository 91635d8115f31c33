import { mergeBase } from "@/git/history/history";
import { mergeTrees, writeCommit } from "@/git/merges/merge-trees";
import { inQuarantine } from "@/git/objects/quarantine";
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

async function tryMerge(dir: string, base: string, heads: readonly string[]): Promise<TrialOutcome> {
  return inQuarantine(dir, async ({ env }) => {
    let tip = base;
    for (const [layer, head] of heads.entries()) {
      // Unrelated histories can't be merged.
      if (layer === 0 && (await mergeBase(dir, base, head)) === undefined)
        return { state: "conflict", layer, paths: [] };
      const merge = await mergeTrees(env, tip, head);
      if ("conflictedPaths" in merge) return { state: "conflict", layer, paths: merge.conflictedPaths };
      tip = await writeCommit(env, { tree: merge.tree, parents: [tip, head], by, message: "trial\n" });
    }
    return { state: "clean" };
  });
}

/**
 * Checks whether heads can be merged into a base one after another, without storing anything. Depends only on the commits,
 * so the outcome is cached.
 */
export async function trialMerge(dir: string, base: string, heads: readonly string[]): Promise<TrialOutcome> {
  const key = [dir, base, ...heads].join(" ");
  const cached = cache.get(key);
  if (cached) return cached;
  let isFinal = true;
  const outcome = await tryMerge(dir, base, heads).catch((error: unknown): TrialOutcome => {
    isFinal = error instanceof GitLimitExceeded && error.limit !== "time";
    return { state: "unknown" };
  });
  if (isFinal) {
    cache.set(key, outcome);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break;
      cache.delete(oldest);
    }
  }
  return outcome;
}
