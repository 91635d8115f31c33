import { isEscaped } from "../path-text";
import type { ObjectReader } from "./object-readers";
import { type NewObject, newObject } from "./store-objects";
import { entryType, formatTree, modes, readTree, type TreeEntry, treeEntry } from "./tree-object";

export type FileMode = "file" | "executable" | "symlink";

/** A file to write, or without `content` to delete. */
export interface FileEdit {
  path: string;
  content?: Buffer;
  mode?: FileMode;
}

/** An edit that conflicts with the tree or another edit. `index` is the edit's position in the input. */
export class EditConflict extends Error {
  constructor(
    readonly index: number,
    /** Sentence predicate about the path. */
    readonly problem: string,
  ) {
    super(problem);
    this.name = "EditConflict";
  }
}

const doesNotExist = "doesn't exist";

interface Node {
  edit?: FileEdit & { index: number };
  children: Map<string, Node>;
}

function plan(edits: readonly FileEdit[]): Node {
  const root: Node = { children: new Map() };
  for (const [index, edit] of edits.entries()) {
    let node = root;
    for (const part of edit.path.split("/")) {
      const next = node.children.get(part) ?? { children: new Map() };
      node.children.set(part, next);
      node = next;
    }
    if (node.edit) throw new EditConflict(index, "is a duplicate");
    node.edit = { ...edit, index };
  }
  return root;
}

/** The first write below a node, if any. */
function firstWrite(node: Node): (FileEdit & { index: number }) | undefined {
  for (const child of node.children.values()) {
    const found = child.edit?.content ? child.edit : firstWrite(child);
    if (found) return found;
  }
  return undefined;
}

function anyEdit(node: Node): number {
  if (node.edit) return node.edit.index;
  const [child] = node.children.values();
  return child ? anyEdit(child) : 0;
}

/**
 * Applies file edits to a tree and returns the new tree's id and all new objects. Reads only the affected folders.
 *
 * @throws {EditConflict} for duplicate paths, a file in place of a folder, or deleting a missing file
 */
export async function editTree(
  reader: ObjectReader,
  tree: string,
  edits: readonly FileEdit[],
): Promise<{ tree: string; objects: NewObject[] }> {
  const objects: NewObject[] = [];
  const add = (object: NewObject) => {
    objects.push(object);
    return object.id;
  };

  async function changeEntry(name: string, there: TreeEntry | undefined, node: Node): Promise<TreeEntry | undefined> {
    const { edit } = node;
    // The new name would have another text, so that it couldn't be found by this path.
    if (!there && isEscaped(name)) throw new EditConflict(anyEdit(node), "is an escaped name that doesn't exist");
    const isFolder = there !== undefined && entryType(there) === "tree";
    if (edit?.content) {
      const clash = firstWrite(node);
      if (clash) throw new EditConflict(clash.index, `conflicts with ${edit.path}, which is a file`);
      if (isFolder && (await changeFolder(there.id, node)).length > 0) {
        throw new EditConflict(edit.index, "is a folder");
      }
      if (!isFolder && node.children.size > 0)
        throw new EditConflict(anyEdit({ children: node.children }), doesNotExist);
      const id = add(newObject("blob", edit.content));
      return treeEntry(modes[edit.mode ?? "file"], name, id, there?.rawName);
    }
    if (edit) {
      if (!there) throw new EditConflict(edit.index, doesNotExist);
      if (isFolder) throw new EditConflict(edit.index, "is a folder, not a file");
      if (node.children.size === 0) return undefined;
    } else if (there && !isFolder) {
      throw new EditConflict(anyEdit(node), "is below a file");
    }
    const entries = await changeFolder(isFolder ? there.id : undefined, node);
    if (entries.length === 0) return undefined;
    return treeEntry(modes.tree, name, add(newObject("tree", formatTree(entries))), there?.rawName);
  }

  async function changeFolder(id: string | undefined, node: Node): Promise<TreeEntry[]> {
    const entries = id === undefined ? [] : await readTree(reader, id);
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    const changed = new Map<string, TreeEntry | undefined>();
    for (const [name, child] of node.children) changed.set(name, await changeEntry(name, byName.get(name), child));
    const kept = entries.filter(({ name }) => !changed.has(name));
    return [...kept, ...[...changed.values()].flatMap((entry) => (entry ? [entry] : []))];
  }

  const entries = await changeFolder(tree, plan(edits));
  return { tree: add(newObject("tree", formatTree(entries))), objects };
}
