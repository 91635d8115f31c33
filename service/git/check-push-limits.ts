import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { folderSize } from "./folder-size";
import { type ObjectProcess, startObjectProcess } from "./object-process";
import { checkPushedRefs, type RefUpdate } from "./push-hooks";
import { heaviestTree, TreeTooHeavy, type TreeWeight, weighTree } from "./tree-weight";

export interface PushLimits {
  /** Bytes of a repository's folder, including the push. */
  repositoryBytes: number;
  /** Bytes that must stay free on the disk. */
  freeBytes: number;
  tree: TreeWeight;
}

export const usualPushLimits: PushLimits = {
  repositoryBytes: 10 * 1024 ** 3,
  freeBytes: 1024 ** 3,
  tree: heaviestTree,
};

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;
const treeLine = /^tree ([0-9a-f]+)$/m;
const targetLine = /^object ([0-9a-f]+)$/m;
const longestTagChain = 10;

/** Returns the tree of a commit or tag, or `undefined` for a blob. */
async function treeOf(objects: ObjectProcess, id: string): Promise<string | undefined> {
  let at = id;
  for (let step = 0; step < longestTagChain; step += 1) {
    const info = await objects.info(at);
    if (info?.type === "tree") return at;
    if (info?.type !== "commit" && info?.type !== "tag") return undefined;
    const text = (await objects.contents(at))?.content.toString("latin1") ?? "";
    if (info.type === "commit") return treeLine.exec(text)?.[1];
    at = targetLine.exec(text)?.[1] ?? "";
  }
  throw new TreeTooHeavy("tags are nested too deeply");
}

async function checkWeight(
  dir: string,
  updates: readonly RefUpdate[],
  quarantine: string | undefined,
  limit: TreeWeight,
): Promise<string[]> {
  const places: Record<string, string> = quarantine
    ? { GIT_OBJECT_DIRECTORY: quarantine, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(dir, "objects") }
    : {};
  const objects = startObjectProcess(dir, places);
  const problems: string[] = [];
  // Many references of a push often point to the same few trees.
  const light = new Set<string>();
  try {
    for (const { ref, after } of updates) {
      if (light.has(after)) continue;
      const tree = await treeOf(objects, after);
      try {
        if (tree && !light.has(tree)) await weighTree(objects, tree, limit);
        light.add(after).add(tree ?? after);
      } catch (error) {
        if (!(error instanceof TreeTooHeavy)) throw error;
        problems.push(`${ref}: ${error.message}`);
      }
    }
  } finally {
    objects.close();
  }
  return problems;
}

/** True if the disk is too full to accept a push. */
export async function isDiskFull(dir: string, { freeBytes }: Pick<PushLimits, "freeBytes">): Promise<boolean> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize < freeBytes;
}

/** Problems with a push, one sentence each: names, size, and trees too large to check out. */
export async function checkPush(
  dir: string,
  updates: readonly RefUpdate[],
  quarantine: string | undefined,
  limits: PushLimits,
): Promise<string[]> {
  const named = checkPushedRefs(updates);
  const brought = updates.filter(({ after }) => !/^0+$/.test(after));
  if (named.length > 0 || brought.length === 0) return named;
  // Pushed objects are already in the repository's folder, in quarantine.
  const { repositoryBytes } = limits;
  if ((await folderSize(dir, repositoryBytes)) > repositoryBytes) {
    return [`the repository would be larger than ${megabytes(repositoryBytes)}`];
  }
  return checkWeight(dir, brought, quarantine, limits.tree);
}
