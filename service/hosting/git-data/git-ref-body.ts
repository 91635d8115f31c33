import type { ObjectReader } from "@/git/objects/object-readers";
import type { GitRef } from "@/lib/contract/hosting/git-data/git-ref";

/** Refs the API exposes: branches, tags and pull request refs. */
export const shownPrefixes = ["refs/heads/", "refs/tags/", "refs/pull/"] as const;

/** The full ref name, with `refs/` added if it is missing. */
export function fullName(ref: string): string {
  return ref.startsWith("refs/") ? ref : `refs/${ref}`;
}

/** A ref's response body with the type of the object it points to; `undefined` if the object is missing. */
export async function gitRefBody(reader: ObjectReader, ref: string, id: string): Promise<GitRef | undefined> {
  const found = await reader.info(id);
  return found && { ref, object: { sha: id, type: found.type } };
}
