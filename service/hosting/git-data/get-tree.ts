import { readCommit } from "@/git/objects/commit-object";
import type { ObjectReader } from "@/git/objects/object-readers";
import { entryType, readTree } from "@/git/objects/tree-object";
import { walkTree } from "@/git/objects/walk-tree";
import { isObjectId } from "@/git/refs/resolve-revision";
import { type GitTreeEntry, getTree } from "@/lib/contract/hosting/git-data/get-tree";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { type FoundRepository, requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { requireNotEmpty } from "./require-not-empty";

const maxEntries = 100_000;
const maxBytes = 7 * 1024 * 1024;

/** Collects entries up to the response limits. */
function createListing() {
  const tree: GitTreeEntry[] = [];
  let bytes = 0;
  return {
    tree,
    /** Returns false if the entry exceeds a limit. */
    add(entry: GitTreeEntry): boolean {
      bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
      if (tree.length >= maxEntries || bytes > maxBytes) return false;
      tree.push(entry);
      return true;
    },
  };
}

async function children(reader: ObjectReader, id: string): Promise<GitTreeEntry[]> {
  const entries = (await readTree(reader, id)).slice(0, maxEntries + 1);
  return Promise.all(
    entries.map(async (entry) => {
      const type = entryType(entry);
      const size = type === "blob" ? (await reader.info(entry.id))?.size : undefined;
      return { path: entry.name, mode: entry.mode, type, sha: entry.id, ...(size === undefined ? {} : { size }) };
    }),
  );
}

async function treeOf(reader: ObjectReader, repository: FoundRepository, sha: string): Promise<string> {
  const id = sha.toLowerCase();
  if (isObjectId(id) && (await reader.info(id))?.type === "tree") return id;
  return (await readCommit(reader, await requireCommit(reader, repository, "sha", sha))).tree;
}

export const getTreeOperation = implement(
  getTree,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const dir = context.repositories.path(repository.id);
    await requireNotEmpty(dir);
    const reader = context.objects.of(dir);
    const sha = await treeOf(reader, repository, params.sha);
    const listing = createListing();
    if (query.recursive !== "true" && query.recursive !== "1") {
      const truncated = !(await children(reader, sha)).every(listing.add);
      return { sha, tree: listing.tree, truncated };
    }
    const visit = ({ path, mode, type, id, size }: Parameters<Parameters<typeof walkTree>[2]>[0]) =>
      listing.add({ path, mode, type, sha: id, ...(size === undefined ? {} : { size }) });
    const complete = await walkTree(dir, sha, visit, signal);
    return { sha, tree: listing.tree, truncated: !complete };
  },
);
