import { readCommit } from "@/git/objects/commit-object";
import type { ObjectReader } from "@/git/objects/object-readers";
import { entryType, findEntry } from "@/git/objects/tree-object";
import { apiError } from "../../core/http/api-error";
import type { FoundRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { checkReadPath } from "./content-body";

const maxBlameBytes = 1024 * 1024;

interface Entry {
  /** The commit the revision resolved to. */
  commit: string;
  /** Without a slash at the end. */
  path: string;
  isFile: boolean;
  id: string;
}

/** The file or folder at a path and revision. Throws NotFound, and InvalidArgument for an empty path. */
export async function requireEntry(
  reader: ObjectReader,
  repository: Pick<FoundRepository, "defaultBranch">,
  query: { path: string; ref?: string | undefined },
): Promise<Entry> {
  const path = query.path.replace(/\/$/, "");
  const problem = path === "" ? "must not be empty" : checkReadPath(path);
  if (problem) throw apiError.repohost("InvalidArgument", `path ${problem}`, "path");
  const commit = await requireCommit(reader, repository, "ref", query.ref);
  const entry = await findEntry(reader, (await readCommit(reader, commit)).tree, path);
  if (!entry || entryType(entry) === "commit") throw apiError.repohost("NotFound", "path: not found");
  return { commit, path, isFile: entryType(entry) === "blob", id: entry.id };
}

/** Like {@link requireEntry}, for a file of at most 1 MiB. Throws FailedPrecondition for larger ones. */
export async function requireFile(...input: Parameters<typeof requireEntry>): Promise<Entry> {
  const [reader] = input;
  const entry = await requireEntry(...input);
  if (!entry.isFile) throw apiError.repohost("InvalidArgument", "path must be a file", "path");
  const size = (await reader.info(entry.id))?.size ?? 0;
  if (size <= maxBlameBytes) return entry;
  const message = `${entry.path} is ${size} bytes, over the ${maxBlameBytes}-byte limit. Clone the repository to read it.`;
  throw apiError.repohost("FailedPrecondition", message);
}
