import { mergeBase } from "../../git/history";
import { mergeTrees, writeCommit } from "../../git/merge-trees";
import { inQuarantine } from "../../git/quarantine";

export type TrialOutcome =
  | { state: "clean" }
  | { state: "conflict"; layer: number; paths: string[] }
  /** Git could not tell; asking again may help. */
  | { state: "unknown" };

const known = new Map<string, TrialOutcome>();
const mostKnown = 10_000;

/** Always the same commit for the same parents, so that an outcome can be remembered by its ids. */
const by = { name: "trial", email: "trial@invalid", at: 0, zone: "+0000" };

async function tryMerge(dir: string, base: string, heads: readonly string[]): Promise<TrialOutcome> {
  return inQuarantine(dir, async ({ env }) => {
    let tip = base;
    for (const [layer, head] of heads.entries()) {
      // A pull request without any history in common can't be merged at all.
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
 * Whether heads can be merged onto a base one after the other, without leaving anything behind. A pure function of the
 * commits, so its outcome is remembered.
 */
export async function trialMerge(dir: string, base: string, heads: readonly string[]): Promise<TrialOutcome> {
  const key = [dir, base, ...heads].join(" ");
  const remembered = known.get(key);
  if (remembered) return remembered;
  const outcome = await tryMerge(dir, base, heads).catch((): TrialOutcome => ({ state: "unknown" }));
  if (outcome.state !== "unknown") {
    known.set(key, outcome);
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) break;
      known.delete(oldest);
    }
  }
  return outcome;
}
