import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { RecentMap } from "@/lib/core/recent-map";
import { runGit } from "../run-git";
import { isRefName } from "./branch-name";
import { isObjectId } from "./resolve-revision";

/** The id for "no object" in a reference update. */
export const noObject = "0".repeat(40);

export interface Reference {
  /** `refs/heads/main` */
  name: string;
  /** The object it points to, unpeeled. */
  id: string;
}

const isMissing = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  ["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"].includes(String(error.code));

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const packed = new RecentMap<string, { stamp: string; ids: ReadonlyMap<string, string> }>(64);

/** The `packed-refs` file, re-read only after it was replaced. */
async function packedIds(dir: string): Promise<ReadonlyMap<string, string>> {
  const file = join(dir, "packed-refs");
  const found = await stat(file, { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!found) return new Map();
  const stamp = `${found.ino} ${found.size} ${found.mtimeNs}`;
  const known = packed.get(dir);
  if (known?.stamp === stamp) return known.ids;
  const ids = new Map<string, string>();
  for (const line of ((await textOf(file)) ?? "").split("\n")) {
    const space = line.indexOf(" ");
    if (space > 0 && isObjectId(line.slice(0, space))) ids.set(line.slice(space + 1), line.slice(0, space));
  }
  packed.set(dir, { stamp, ids });
  return ids;
}

const deepestLink = 5;

async function follow(dir: string, name: string, depth: number): Promise<string | undefined> {
  if (depth > deepestLink || (name !== "HEAD" && !(name.startsWith("refs/") && isRefName(name)))) return undefined;
  const loose = (await textOf(join(dir, name)))?.trim();
  if (loose?.startsWith("ref: ")) return follow(dir, loose.slice("ref: ".length), depth + 1);
  if (loose && isObjectId(loose)) return loose;
  return (await packedIds(dir)).get(name);
}

/**
 * Resolves `HEAD` or a full reference name. Reads git's files like git does (loose, then packed),
 * without a process and without evaluating expressions.
 */
export function readReference(dir: string, name: string): Promise<string | undefined> {
  return follow(dir, name, 0);
}

/** Names of the references in files below a folder such as `refs/heads`. */
async function looseNames(dir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dir, folder), { withFileTypes: true }).catch((error: unknown) => {
    // Git deletes a folder with its last reference.
    if (isMissing(error)) return [];
    throw error;
  });
  const names = await Promise.all(
    entries.map((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return looseNames(dir, name);
      return name.endsWith(".lock") ? [] : [name];
    }),
  );
  return names.flat();
}

/** Names of the references below folders such as `refs/heads`, without a process. */
export async function listReferenceNames(dir: string, ...folders: readonly string[]): Promise<Set<string>> {
  // Loose first, like git: a reference that is packed meanwhile is in the second list.
  const loose = await Promise.all(folders.map((folder) => looseNames(dir, folder)));
  const names = [...(await packedIds(dir)).keys()];
  return new Set([...loose.flat(), ...names.filter((name) => folders.some((folder) => name.startsWith(`${folder}/`)))]);
}

/** All references with the given prefixes, by name. A prefix without a trailing slash is a full name or folder. */
export async function listReferences(dir: string, ...prefixes: readonly string[]): Promise<Reference[]> {
  const { stdout } = await runGit(["for-each-ref", "--format=%(objectname) %(refname)", ...prefixes], { cwd: dir });
  return stdout
    .toString("utf8")
    .split("\n")
    .flatMap((line) =>
      line ? [{ id: line.slice(0, line.indexOf(" ")), name: line.slice(line.indexOf(" ") + 1) }] : [],
    );
}

/** True if there are no branches and tags. */
export async function isEmptyRepository(dir: string): Promise<boolean> {
  const { stdout } = await runGit(["for-each-ref", "--count=1", "--format=1", "refs/heads", "refs/tags"], { cwd: dir });
  return stdout.length === 0;
}
