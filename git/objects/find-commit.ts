import { readReference } from "../refs/references";
import { commitsWithPrefix, isObjectId } from "../refs/resolve-revision";
import { maxCommitBytes, parseTag } from "./commit-object";
import type { ObjectReader } from "./object-readers";

export interface FoundCommit {
  commit: string;
  /** Full name of the branch or tag. */
  ref?: string;
}

/** `ambiguous`: an abbreviation of several commits. */
export type Revision = FoundCommit | "missing" | "ambiguous";

const maxTagDepth = 10;
const abbreviation = /^[0-9a-f]{5,39}$/;

/** Resolves an object to a commit, following annotated tags. */
export async function peelToCommit(reader: ObjectReader, id: string): Promise<string | undefined> {
  let at = id;
  for (let step = 0; step < maxTagDepth; step += 1) {
    const found = await reader.info(at);
    if (found?.type === "commit") return at;
    const tag = found?.type === "tag" ? await reader.read(at, maxCommitBytes) : undefined;
    if (!tag) return undefined;
    at = parseTag(tag.content).object.id;
  }
  return undefined;
}

async function named(reader: ObjectReader, ref: string): Promise<FoundCommit | undefined> {
  const id = await readReference(reader.dir, ref);
  const commit = id && (await peelToCommit(reader, id));
  return commit ? { commit, ...(ref === "HEAD" ? {} : { ref }) } : undefined;
}

/**
 * Resolves user input to a commit: `HEAD`, a full reference name, a branch, a tag, an object id, or the beginning
 * of exactly one commit's id, in this order. Expressions aren't evaluated.
 */
export async function findCommit(reader: ObjectReader, text: string): Promise<Revision> {
  if (text === "HEAD") return (await named(reader, "HEAD")) ?? "missing";
  const isFullName = text.startsWith("refs/heads/") || text.startsWith("refs/tags/");
  const names = isFullName ? [text] : [`refs/heads/${text}`, `refs/tags/${text}`];
  for (const name of names) {
    const found = await named(reader, name);
    if (found) return found;
  }
  const hex = text.toLowerCase();
  if (isObjectId(hex)) {
    const commit = await peelToCommit(reader, hex);
    return commit ? { commit } : "missing";
  }
  if (!abbreviation.test(hex)) return "missing";
  const [commit, ...others] = await commitsWithPrefix(reader.dir, hex);
  if (others.length > 0) return "ambiguous";
  return commit ? { commit } : "missing";
}
