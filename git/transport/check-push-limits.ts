import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { RecentMap } from "@/lib/core/recent-map";
import { folderSize } from "../folder-size";
import { maxCommitBytes } from "../objects/commit-object";
import { type LooseObjects, looseObjects } from "../objects/loose-objects";
import { type ObjectProcess, startObjectProcess } from "../objects/object-process";
import { createTreeWeigher, maxTreeWeight, TreeTooHeavy, type TreeWeight } from "../objects/tree-weight";
import type { RefUpdate } from "../refs/ref-update";
import { gitLines } from "./git-lines";
import { checkPushedRefs } from "./push-hooks";

export interface PushLimits {
  /** Bytes of a repository's folder, including the push. */
  repositoryBytes: number;
  /** Bytes of a file. */
  fileBytes: number;
  /** Bytes that must stay free on the disk. */
  freeBytes: number;
  tree: TreeWeight;
}

/** Pushes are rejected and runs end when less is free: the database may share the disk. */
export const minFreeBytes = 1024 ** 3;

export const defaultPushLimits: PushLimits = {
  repositoryBytes: 10 * 1024 ** 3,
  fileBytes: 100 * 1024 ** 2,
  freeBytes: minFreeBytes,
  tree: maxTreeWeight,
};

/** The push to check. Its objects are in the repository, or in `quarantine`. */
interface Pushed {
  dir: string;
  updates: readonly RefUpdate[];
  quarantine: string | undefined;
  /** The objects in `quarantine`, if they are few. Git stores those of larger pushes as a pack. */
  added?: LooseObjects | undefined;
  signal: AbortSignal;
}

const checkTimeoutMs = 10 * 60_000;
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;
const treeLine = /^tree ([0-9a-f]+)\n/;
const targetLine = /^object ([0-9a-f]+)\n/;
const maxTagDepth = 10;

function objectsEnvironment({ dir, quarantine }: Pick<Pushed, "dir" | "quarantine">): Record<string, string> {
  return {
    GIT_DIR: dir,
    ...(quarantine ? { GIT_OBJECT_DIRECTORY: quarantine, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(dir, "objects") } : {}),
  };
}

type PushedObjects = Pick<ObjectProcess, "info" | "contentsUpTo" | "close">;

/** Reads the push's objects, and those of the repository with a process that starts when it is needed. */
function openObjects({ dir, quarantine, added }: Pushed): PushedObjects {
  let started: ObjectProcess | undefined;
  const git = () => {
    started ??= startObjectProcess(dir, objectsEnvironment({ dir, quarantine }));
    return started;
  };
  return {
    info: async (id) => added?.infos.get(id) ?? git().info(id),
    contentsUpTo: async (id, maxBytes) => (await added?.read(id, maxBytes)) ?? git().contentsUpTo(id, maxBytes),
    close: () => started?.close(),
  };
}

const tooLargeCommit = (type: string) => `the ${type} is larger than ${megabytes(maxCommitBytes)}`;

/** A commit or tag that is too large to read, or a tag with too many tags below it. */
class UnreadableCommit extends Error {}

/** Returns the tree of a commit or tag, or `undefined` for a blob. Throws {@link UnreadableCommit}. */
async function treeOf(objects: PushedObjects, id: string): Promise<string | undefined> {
  let at = id;
  for (let step = 0; step < maxTagDepth; step += 1) {
    const info = await objects.info(at);
    if (info?.type === "tree") return at;
    if (info?.type !== "commit" && info?.type !== "tag") return undefined;
    const found = await objects.contentsUpTo(at, maxCommitBytes);
    if (found && !found.content) throw new UnreadableCommit(tooLargeCommit(found.type));
    const text = found?.content?.toString("latin1") ?? "";
    if (info.type === "commit") return treeLine.exec(text)?.[1];
    at = targetLine.exec(text)?.[1] ?? "";
  }
  throw new UnreadableCommit("tags are nested too deeply");
}

/** Ids of the commits that no branch or tag contains yet, and their trees, if known. */
async function* newCommits(pushed: Pushed): AsyncGenerator<{ commit: string; tree?: string }> {
  if (pushed.added) {
    // Those that the repository has already were checked when it received them.
    for (const [commit, { type }] of pushed.added.infos) if (type === "commit") yield { commit };
    return;
  }
  const args = ["rev-list", "--no-commit-header", "--format=%H %T", "--stdin", "--not", "--branches", "--tags"];
  const input = pushed.updates.map(({ after }) => `${after}\n`).join("");
  const options = { cwd: pushed.dir, env: objectsEnvironment(pushed), input, signal: pushed.signal };
  for await (const line of gitLines(args, options)) {
    const [commit = "", tree = ""] = line.split(" ");
    yield { commit, tree };
  }
}

/** Trees weighed concurrently. */
const concurrency = 32;

/** Weighs the trees the references point at, and those of all new commits below them. */
async function checkWeight(pushed: Pushed, limit: TreeWeight): Promise<string[]> {
  const objects = openObjects(pushed);
  const weigh = createTreeWeigher(objects.contentsUpTo, limit);
  // Many references of a push often point to the same few trees, and many commits have the tree of their parent.
  const light = new Set<string>();
  const trees = new RecentMap<string, Promise<string | undefined>>(concurrency);
  const findTree = (id: string) => {
    const tree = trees.get(id) ?? treeOf(objects, id);
    trees.set(id, tree);
    return tree;
  };
  const problemOf = async (name: string, find: () => Promise<string | undefined>): Promise<string[]> => {
    pushed.signal.throwIfAborted();
    try {
      const tree = await find();
      if (tree && !light.has(tree)) await weigh(tree);
      if (tree) light.add(tree);
      return [];
    } catch (error) {
      if (!(error instanceof TreeTooHeavy || error instanceof UnreadableCommit)) throw error;
      return [`${name}: ${error.message}`];
    }
  };
  const pending: Promise<string[]>[] = [];
  const settle = async () => (await Promise.all(pending.splice(0))).flat();
  /** Returns the problems found so far, once enough trees are weighed concurrently. */
  const add = (name: string, find: () => Promise<string | undefined>) => {
    pending.push(problemOf(name, find));
    return pending.length < concurrency ? [] : settle();
  };
  try {
    const problems: string[] = [];
    for (const { ref, after } of pushed.updates) problems.push(...(await add(ref, () => findTree(after))));
    problems.push(...(await settle()));
    if (problems.length > 0) return problems;
    for await (const { commit, tree } of newCommits(pushed)) {
      const found = await add(`commit ${commit}`, async () => tree ?? treeOf(objects, commit));
      if (found.length > 0) return found;
    }
    return await settle();
  } finally {
    await Promise.allSettled(pending);
    objects.close();
  }
}

/** Type, size and id of each new object. */
async function* newObjects({ dir, quarantine, added, signal }: Pushed): AsyncGenerator<[string, number, string]> {
  if (added) for (const [id, { type, size }] of added.infos) yield [type, size, id];
  if (added || !quarantine) return;
  const args = [
    "cat-file",
    "--batch-all-objects",
    "--unordered",
    "--batch-check=%(objecttype) %(objectsize) %(objectname)",
  ];
  // Without the repository's objects, git lists only the new ones.
  const env = { GIT_DIR: dir, GIT_OBJECT_DIRECTORY: quarantine };
  for await (const line of gitLines(args, { cwd: dir, env, signal })) {
    const [type = "", size, id = ""] = line.split(" ");
    yield [type, Number(size), id];
  }
}

/** The new files over the limit, with their sizes by id, or the first new commit or tag that is too large to read. */
async function largeObjects(
  pushed: Pushed,
  fileBytes: number,
): Promise<Map<string, number> | { type: string; id: string }> {
  const files = new Map<string, number>();
  for await (const [type, size, id] of newObjects(pushed)) {
    if (type === "blob" && size > fileBytes) files.set(id, size);
    if ((type === "commit" || type === "tag") && size > maxCommitBytes) return { type, id };
  }
  return files;
}

async function checkSizes(pushed: Pushed, fileBytes: number): Promise<string[]> {
  const large = await largeObjects(pushed, fileBytes);
  if (!(large instanceof Map)) return [`${large.type} ${large.id}: ${tooLargeCommit(large.type)}.`];
  if (large.size === 0) return [];
  const args = ["rev-list", "--objects", "--stdin", "--not", "--branches", "--tags"];
  const input = pushed.updates.map(({ after }) => `${after}\n`).join("");
  const options = { cwd: pushed.dir, env: objectsEnvironment(pushed), input, signal: pushed.signal };
  for await (const line of gitLines(args, options)) {
    const space = line.indexOf(" ");
    const size = space > 0 ? large.get(line.slice(0, space)) : undefined;
    if (size === undefined) continue;
    const name = line.slice(space + 1) || line.slice(0, space);
    return [`${name} is ${megabytes(size)}. Files can be at most ${megabytes(fileBytes)}.`];
  }
  return [];
}

/** True if the disk is too full to accept a push. */
export async function isDiskFull(dir: string, { freeBytes }: Pick<PushLimits, "freeBytes">): Promise<boolean> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize < freeBytes;
}

/** Returns the problem if a repository, including quarantined objects in its folder, is too large. */
export async function checkRepositorySize(
  dir: string,
  { repositoryBytes }: Pick<PushLimits, "repositoryBytes">,
): Promise<string | undefined> {
  const isLarge = (await folderSize(dir, repositoryBytes)) > repositoryBytes;
  return isLarge ? `the repository would be larger than ${megabytes(repositoryBytes)}` : undefined;
}

interface CheckOptions {
  quarantine?: string | undefined;
  limits?: PushLimits;
  signal?: AbortSignal | undefined;
}

/** Runs `check` on the commits that reference updates add, with a time limit. */
async function checkAdded(
  dir: string,
  updates: readonly RefUpdate[],
  { quarantine, signal }: CheckOptions,
  check: (pushed: Pushed) => Promise<string[]>,
): Promise<string[]> {
  const added = updates.filter(({ after }) => !/^0+$/.test(after));
  if (added.length === 0) return [];
  const deadline = AbortSignal.timeout(checkTimeoutMs);
  try {
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
    return await check({ dir, updates: added, quarantine, signal: either });
  } catch (error) {
    if (!deadline.aborted) throw error;
    return ["checking the new commits took too long. Push fewer commits at a time."];
  }
}

/** Problems with the commits that reference updates add to the branches and tags, one sentence each. */
export function checkNewCommits(
  dir: string,
  updates: readonly RefUpdate[],
  options: CheckOptions = {},
): Promise<string[]> {
  const { tree } = options.limits ?? defaultPushLimits;
  return checkAdded(dir, updates, options, (pushed) => checkWeight(pushed, tree));
}

/** Problems with the new objects of reference updates, one sentence each: too many bytes, files or folders. */
export function checkNewObjects(
  dir: string,
  updates: readonly RefUpdate[],
  options: CheckOptions = {},
): Promise<string[]> {
  const { limits = defaultPushLimits } = options;
  return checkAdded(dir, updates, options, async (plain) => {
    const added = plain.quarantine ? await looseObjects(plain.quarantine) : undefined;
    const pushed = { ...plain, added };
    const tooLarge = await checkRepositorySize(dir, limits);
    if (tooLarge) return [tooLarge];
    // At the same time: for large pushes, each mostly waits for a separate git process.
    const [files, weight] = await Promise.all([checkSizes(pushed, limits.fileBytes), checkWeight(pushed, limits.tree)]);
    return files.length > 0 ? files : weight;
  });
}

/** Problems with a push, one sentence each: names, sizes, and trees too large to check out. */
export async function checkPush(
  dir: string,
  updates: readonly RefUpdate[],
  options: CheckOptions = {},
): Promise<string[]> {
  const named = checkPushedRefs(updates);
  return named.length > 0 ? named : checkNewObjects(dir, updates, options);
}
