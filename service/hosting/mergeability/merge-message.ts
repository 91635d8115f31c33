import { listHistory } from "@/git/history/history";
import type { Signature } from "@/git/objects/commit-object";
import { readCommit } from "@/git/objects/commit-object";
import type { ObjectReader } from "@/git/objects/object-readers";
import type { FoundPullRequest } from "../pulls/pull-request-row";
import { plainName } from "./signature";

/** Commits that are read for their authors, and authors that are credited. */
const maxCommits = 250;
const maxAuthors = 50;

/**
 * The message of the commit that merges one layer. A squash commit gets title, number and description of the pull request,
 * then the other authors of its commits since `from` as `Co-authored-by` trailers, in order of their first commit.
 */
export async function mergeMessage(
  reader: ObjectReader,
  { pull, version }: FoundPullRequest,
  input: { method: "merge" } | { method: "squash"; from: string; author: Signature },
): Promise<string> {
  const { title, number, body, headRef } = pull;
  if (input.method === "merge") return `Merge pull request #${number} from ${headRef}\n\n${title}\n`;
  const { from, author } = input;
  const ids = await listHistory(reader.dir, version.headSha, { skip: 0, count: maxCommits, without: from });
  const others = new Map<string, string>();
  for (const id of ids.reverse()) {
    const commit = await readCommit(reader, id);
    const [name, email] = [plainName(commit.author.name), plainName(commit.author.email)];
    const key = email.toLowerCase();
    if (!name || !email || key === author.email.toLowerCase() || others.has(key)) continue;
    if (others.size < maxAuthors) others.set(key, `Co-authored-by: ${name} <${email}>`);
  }
  const parts = [`${title} (#${number})`, body.trim(), [...others.values()].join("\n")];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
