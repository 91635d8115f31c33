import type { GitRef } from "@/lib/contract/hosting/git-ref";
import type { ObjectReader } from "../../git/object-readers";

/** Names the API shows: branches, tags and what belongs to pull requests. */
export const shownPrefixes = ["refs/heads/", "refs/tags/", "refs/pull/"] as const;

/** A name with `refs/` in front, whether it was given or left out. */
export function fullName(ref: string): string {
  return ref.startsWith("refs/") ? ref : `refs/${ref}`;
}

/** A reference with the kind of what it points at directly; `undefined` when that is missing. */
export async function gitRefBody(reader: ObjectReader, ref: string, id: string): Promise<GitRef | undefined> {
  const found = await reader.info(id);
  return found && { ref, object: { sha: id, type: found.type } };
}
