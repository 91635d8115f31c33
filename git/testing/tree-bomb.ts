import { formatTree, modes, treeEntry } from "../objects/tree-object";
import { runGit } from "../run-git";
import { git } from "./git-fixture";

/** Stores an object in a repository without validation. */
export async function storeObject(dir: string, type: "blob" | "tree", content: Buffer): Promise<string> {
  const args = ["hash-object", "-w", "-t", type, "--stdin"];
  return (await runGit(args, { cwd: dir, input: content })).stdout.toString().trim();
}

/** Commits a tree on top of other commits, without moving a reference. */
export function commitTree(dir: string, tree: string, ...parents: readonly string[]): Promise<string> {
  return git(dir, "commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", "A commit");
}

/** A commit of folders nested `levels` deep. Each has `width` entries that all point to the same folder below. */
export async function commitBomb(dir: string, width: number, levels: number): Promise<string> {
  let id = await storeObject(dir, "blob", Buffer.from("boom"));
  let mode: string = modes.file;
  for (let level = 0; level < levels; level += 1) {
    const entries = Array.from({ length: width }, (_, index) => treeEntry(mode, `e${index}`, id));
    id = await storeObject(dir, "tree", formatTree(entries));
    mode = modes.tree;
  }
  return commitTree(dir, id);
}
