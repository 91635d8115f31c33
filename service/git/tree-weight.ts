import type { ObjectProcess } from "./object-process";
import { largestTree, modes, parseTree } from "./tree-object";

/** What a checkout of a tree would hold. */
export interface TreeWeight {
  /** Files and folders at any depth; one object counts as often as it appears. */
  paths: number;
  /** Folders inside each other. */
  depth: number;
}

export class TreeTooHeavy extends Error {}

export const heaviestTree: TreeWeight = { paths: 5_000_000, depth: 400 };

const known = new Map<string, TreeWeight>();
const mostKnown = 200_000;

function remember(id: string, weight: TreeWeight): TreeWeight {
  known.set(id, weight);
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(oldest);
  }
  return weight;
}

/**
 * Weighs a tree without walking any of its subtrees twice: a few small objects can describe billions of files.
 *
 * @throws {TreeTooHeavy} as soon as it is heavier than `limit`
 */
export async function weighTree(
  objects: Pick<ObjectProcess, "info" | "contents">,
  id: string,
  limit: TreeWeight = heaviestTree,
  level = 1,
): Promise<TreeWeight> {
  if (level > limit.depth) throw new TreeTooHeavy(`folders lie more than ${limit.depth} deep`);
  const weight = known.get(id) ?? (await weighEntries(objects, id, limit, level));
  if (weight.paths > limit.paths) throw new TreeTooHeavy(`it holds more than ${limit.paths} files`);
  if (level - 1 + weight.depth > limit.depth) throw new TreeTooHeavy(`folders lie more than ${limit.depth} deep`);
  return weight;
}

async function weighEntries(
  objects: Pick<ObjectProcess, "info" | "contents">,
  id: string,
  limit: TreeWeight,
  level: number,
): Promise<TreeWeight> {
  const info = await objects.info(id);
  if (info?.type !== "tree") throw new TreeTooHeavy(`${id} isn't a tree`);
  if (info.size > largestTree) throw new TreeTooHeavy(`a folder's list takes more than ${largestTree} bytes`);
  const found = await objects.contents(id);
  const weight: TreeWeight = { paths: 0, depth: 1 };
  for (const entry of parseTree(found?.content ?? Buffer.alloc(0), id.length / 2)) {
    weight.paths += 1;
    if (entry.mode !== modes.tree) continue;
    const below = await weighTree(objects, entry.id, limit, level + 1);
    weight.paths += below.paths;
    weight.depth = Math.max(weight.depth, below.depth + 1);
    if (weight.paths > limit.paths) break;
  }
  return weight.paths > limit.paths ? weight : remember(id, weight);
}
