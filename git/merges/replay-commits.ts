import type { Signature } from "../objects/commit-object";
import { readCommit } from "../objects/commit-object";
import type { ObjectReader } from "../objects/object-readers";
import type { Quarantine } from "../objects/quarantine";
import { mergeTrees, writeCommit } from "./merge-trees";

export type Replay = { tip: string } | { commit: string; conflictedPaths: string[] };

/**
 * Applies commits, oldest first, onto another one, like `git rebase`. Authors and messages are kept, and commits whose
 * changes are already there are omitted. Stops at the first commit that conflicts.
 */
export async function replayCommits(
  env: Quarantine["env"],
  reader: ObjectReader,
  { commits, onto, by }: { commits: readonly string[]; onto: string; by: Signature },
): Promise<Replay> {
  let tip = onto;
  let { tree } = await readCommit(reader, onto);
  for (const id of commits) {
    const { tree: wanted, parents, author, message } = await readCommit(reader, id);
    const [parent] = parents;
    if (parent === tip) {
      tip = id;
      tree = wanted;
      continue;
    }
    // A commit without a parent shares no history with the others.
    if (parent === undefined) return { commit: id, conflictedPaths: [] };
    // The current tree as a child of the commit's parent, which makes that parent the merge base.
    const ours = await writeCommit(env, { tree, parents: [parent], by, message: "Replay\n" });
    const merge = await mergeTrees(env, ours, id);
    if ("conflictedPaths" in merge) return { commit: id, ...merge };
    if (merge.tree === tree) continue;
    tip = await writeCommit(env, { tree: merge.tree, parents: [tip], by, author, message });
    tree = merge.tree;
  }
  return { tip };
}
