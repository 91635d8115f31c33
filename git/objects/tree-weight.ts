import { RecentMap } from "@/lib/core/recent-map";
import { maxTreeBytes, modes, parseTree } from "./tree-object";

/** The size of a tree's checkout. */
export interface TreeWeight {
  /** Files and folders at any depth; one object counts as often as it appears. */
  paths: number;
  /** Nesting depth of folders. */
  depth: number;
}

export class TreeTooHeavy extends Error {}

export const maxTreeWeight: TreeWeight = { paths: 5_000_000, depth: 400 };

const known = new RecentMap<string, TreeWeight>(500_000);

/** Reads whole objects; `undefined` for the content of one that is larger than `maxBytes`. */
export type ReadTree = (
  id: string,
  maxBytes: number,
) => Promise<{ type: string; content?: Buffer | undefined } | undefined>;

/**
 * Returns a function that weighs trees without walking any of their subtrees twice: a few small objects can describe
 * billions of files. It throws {@link TreeTooHeavy} as soon as a tree is heavier than `limit`. Calls can overlap.
 */
export function createTreeWeigher(
  read: ReadTree,
  limit: TreeWeight = maxTreeWeight,
): (id: string) => Promise<TreeWeight> {
  const pending = new Map<string, Promise<TreeWeight>>();

  async function weigh(id: string, level: number): Promise<TreeWeight> {
    if (level > limit.depth) throw new TreeTooHeavy(`folders are nested more than ${limit.depth} levels deep`);
    const weight = known.get(id) ?? (await (pending.get(id) ?? weighOnce(id, level)));
    if (weight.paths > limit.paths) throw new TreeTooHeavy(`contains more than ${limit.paths} files`);
    if (level - 1 + weight.depth > limit.depth)
      throw new TreeTooHeavy(`folders are nested more than ${limit.depth} levels deep`);
    return weight;
  }

  function weighOnce(id: string, level: number): Promise<TreeWeight> {
    const weighing = weighEntries(id, level).finally(() => pending.delete(id));
    pending.set(id, weighing);
    return weighing;
  }

  async function weighEntries(id: string, level: number): Promise<TreeWeight> {
    const found = await read(id, maxTreeBytes);
    if (found?.type !== "tree") throw new TreeTooHeavy(`${id} isn't a tree`);
    if (!found.content) throw new TreeTooHeavy(`a folder's entry list exceeds ${maxTreeBytes} bytes`);
    const weight: TreeWeight = { paths: 0, depth: 1 };
    for (const { mode, id: child } of parseTree(found.content, id.length / 2)) {
      weight.paths += 1;
      if (mode !== modes.tree) continue;
      const below = await weigh(child, level + 1);
      weight.paths += below.paths;
      weight.depth = Math.max(weight.depth, below.depth + 1);
      if (weight.paths > limit.paths) break;
    }
    if (weight.paths <= limit.paths) known.set(id, weight);
    return weight;
  }

  return (id) => weigh(id, 1);
}
