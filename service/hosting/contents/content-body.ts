import { type ObjectReader, ObjectTooLarge } from "@/git/objects/object-readers";
import { entryType, findEntry, modes, readTree, type TreeEntry, treeEntry } from "@/git/objects/tree-object";
import type { Content } from "@/lib/contract/hosting/contents/content";
import { apiError } from "../../core/http/api-error";

export const maxContentBytes = 1024 * 1024;
const contentTypes = { blob: "file", tree: "dir", commit: "submodule" } as const;

/** Returns what is wrong with a path, as a message fragment. The empty path is the root. */
export function checkReadPath(path: string): string | undefined {
  if (path === "") return undefined;
  if (!path.isWellFormed()) return "must be valid Unicode";
  if (Buffer.byteLength(path) > 4_096) return "must be at most 4,096 bytes";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    return "must be relative to the root, without empty, . or .. segments";
  }
  return undefined;
}

async function sizeOf(reader: ObjectReader, entry: TreeEntry): Promise<string> {
  return entryType(entry) === "blob" ? String((await reader.info(entry.id))?.size ?? 0) : "0";
}

async function folderEntries(reader: ObjectReader, id: string, path: string): Promise<Content[]> {
  const entries = await readTree(reader, id);
  return Promise.all(
    entries.map(async (entry) => ({
      type: contentTypes[entryType(entry)],
      size: await sizeOf(reader, entry),
      name: entry.name,
      path: path ? `${path}/${entry.name}` : entry.name,
      sha: entry.id,
    })),
  );
}

async function fileContent(reader: ObjectReader, entry: TreeEntry, path: string): Promise<string> {
  try {
    const found = await reader.read(entry.id, maxContentBytes);
    if (!found) throw new Error(`blob ${entry.id} not found`);
    return found.content.toString("base64");
  } catch (error) {
    if (!(error instanceof ObjectTooLarge)) throw error;
    const message = `${path} is ${error.size} bytes, over the ${error.limit}-byte limit. Clone the repository to read it.`;
    throw apiError.repohost("FailedPrecondition", message);
  }
}

/**
 * The content at a path in a tree, or `undefined`. Throws FailedPrecondition for files over 1 MiB.
 */
export async function contentAt(reader: ObjectReader, tree: string, path: string): Promise<Content | undefined> {
  const entry = path === "" ? treeEntry(modes.tree, "", tree) : await findEntry(reader, tree, path);
  if (!entry) return undefined;
  const type = contentTypes[entryType(entry)];
  const common = { type, size: await sizeOf(reader, entry), name: entry.name, path, sha: entry.id };
  if (type === "dir") return { ...common, entries: await folderEntries(reader, entry.id, path) };
  if (type === "submodule") return common;
  return { ...common, encoding: "base64", content: await fileContent(reader, entry, path) };
}
