import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { applyPatch, parsePatch } from "diff";
import { z } from "zod";
import { fixtureFolder, readFixture } from "./fixture";
import { recordedOrders } from "./recorded-orders";

const Author = z.strictObject({
  name: z.string(),
  email: z.string(),
  /** Offset from UTC, as git writes it. */
  zone: z.string().regex(/^[+-]\d{4}$/),
});
export type Author = z.infer<typeof Author>;

const Commit = z.strictObject({
  branch: z.string(),
  /** Starts a branch: the tag or branch whose latest commit is the parent. */
  from: z.string().optional(),
  /** Key of `authors`. */
  author: z.string(),
  /** Whole days before the day the repository is created. */
  daysAgo: z.number().int().min(1),
  /** Hour and minute of that day, UTC. */
  time: z.string().regex(/^\d\d:\d\d$/),
  message: z.string(),
  /** An annotated tag on this commit. */
  tag: z.strictObject({ name: z.string(), message: z.string() }).optional(),
  /** Folder below `commits/` with the changes, or a key of `generated`. */
  changes: z.string(),
});

const History = z.strictObject({ authors: z.record(z.string(), Author), commits: z.array(Commit) });

type Files = Readonly<Record<string, string>>;

/** Changes that are generated instead of read from files. */
const generated: Readonly<Record<string, Files>> = { "recorded-orders": recordedOrders };

/** One commit with the changes it makes. */
export interface DemoCommit extends Omit<z.infer<typeof Commit>, "author" | "changes"> {
  author: Author;
  /** Contents of new files by path. */
  added: Files;
  /** Unified diff of the other changed files. Can be empty. */
  patch: string;
}

/** A commit with the complete contents of the files it touches. */
export interface ReplayedCommit extends Omit<DemoCommit, "added" | "patch"> {
  files: Files;
}

function applyPatches(tree: Files, patch: string): Files {
  if (patch === "") return {};
  return Object.fromEntries(
    parsePatch(patch).map((file) => {
      const path = file.newFileName?.replace(/^b\//, "") ?? "";
      const before = file.oldFileName === "/dev/null" ? "" : tree[path];
      if (before === undefined) throw new Error(`demo patch changes ${path}, which doesn't exist`);
      const after = applyPatch(before, file);
      if (after === false) throw new Error(`demo patch for ${path} doesn't apply`);
      return [path, after];
    }),
  );
}

/** Applies all changes in order and returns every commit with complete files. Throws if a patch doesn't apply. */
export function replay(history: readonly DemoCommit[]): ReplayedCommit[] {
  const trees = new Map<string, Files>();
  return history.map(({ added, patch, ...commit }) => {
    const parent = trees.get(commit.from ?? commit.branch) ?? {};
    const files = { ...added, ...applyPatches(parent, patch) };
    const tree = { ...parent, ...files };
    trees.set(commit.branch, tree);
    if (commit.tag) trees.set(commit.tag.name, tree);
    return { ...commit, files };
  });
}

async function readAdded(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [relative(folder, file).split(sep).join("/"), await readFile(file, "utf8")] as const),
    ),
  );
}

async function readChanges(name: string): Promise<Pick<DemoCommit, "added" | "patch">> {
  if (generated[name]) return { added: generated[name], patch: "" };
  const folder = join(fixtureFolder, "commits", name);
  const parts = await readdir(folder);
  return {
    added: parts.includes("added") ? await readAdded(join(folder, "added")) : {},
    patch: parts.includes("changes.patch") ? await readFile(join(folder, "changes.patch"), "utf8") : "",
  };
}

/** Reads the history of the demo repository in commit order. */
export async function readHistory(): Promise<ReplayedCommit[]> {
  const { authors, commits } = await readFixture("history.json", History);
  const history = commits.map(async ({ author, changes, ...commit }): Promise<DemoCommit> => {
    const by = authors[author];
    if (!by) throw new Error(`demo author ${author} not found`);
    return { ...commit, author: by, ...(await readChanges(changes)) };
  });
  return replay(await Promise.all(history));
}
