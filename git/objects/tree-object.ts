import { partText } from "../path-text";
import type { ObjectReader } from "./object-readers";

export interface TreeEntry {
  /** Octal, six digits: `100644`, `100755`, `040000`, `120000`, `160000`. */
  mode: string;
  /** Text of the name: see path-text.ts. */
  name: string;
  /** The stored bytes of the name. */
  rawName: Buffer;
  id: string;
}

export const modes = {
  file: "100644",
  executable: "100755",
  symlink: "120000",
  tree: "040000",
  submodule: "160000",
} as const;

/** Enough for more than 300,000 files in one folder. */
export const maxTreeBytes = 16 * 1024 * 1024;

/** The type of object an entry points to. */
export function entryType({ mode }: Pick<TreeEntry, "mode">): "blob" | "tree" | "commit" {
  if (mode === modes.tree) return "tree";
  return mode === modes.submodule ? "commit" : "blob";
}

export function treeEntry(mode: string, name: string, id: string, rawName: Buffer = Buffer.from(name)): TreeEntry {
  return { mode, name, rawName, id };
}

export function parseTree(content: Buffer, idBytes = 20): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < content.length) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space + 1);
    if (space < 0 || end < 0) throw new Error("the tree object is malformed");
    const rawName = content.subarray(space + 1, end);
    entries.push({
      mode: content.toString("latin1", at, space).padStart(6, "0"),
      name: partText(rawName),
      rawName,
      id: content.toString("hex", end + 1, end + 1 + idBytes),
    });
    at = end + 1 + idBytes;
  }
  return entries;
}

/** Git sorts a folder as if its name ended in a slash. */
const sortKey = ({ rawName, mode }: TreeEntry) =>
  mode === modes.tree ? Buffer.concat([rawName, Buffer.from("/")]) : rawName;

/** The bytes of a tree object. */
export function formatTree(entries: readonly TreeEntry[]): Buffer {
  const keyed = entries.map((entry) => ({ entry, key: sortKey(entry) }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return Buffer.concat(
    keyed.flatMap(({ entry: { mode, rawName, id } }) => [
      Buffer.from(`${mode.replace(/^0/, "")} `),
      rawName,
      Buffer.from([0]),
      Buffer.from(id, "hex"),
    ]),
  );
}

export async function readTree(reader: ObjectReader, id: string): Promise<TreeEntry[]> {
  const found = await reader.read(id, maxTreeBytes);
  if (found?.type !== "tree") throw new Error(`${id} isn't a tree in the repository`);
  return parseTree(found.content, id.length / 2);
}

/** The entry at a path below a tree; `undefined` when there is none. The path is split at slashes. */
export async function findEntry(reader: ObjectReader, tree: string, path: string): Promise<TreeEntry | undefined> {
  let entry = treeEntry(modes.tree, "", tree);
  for (const part of path.split("/")) {
    if (entry.mode !== modes.tree) return undefined;
    const next = (await readTree(reader, entry.id)).find(({ name }) => name === part);
    if (!next) return undefined;
    entry = next;
  }
  return entry;
}
