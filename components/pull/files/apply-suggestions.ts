"use client";

import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { Call } from "@/lib/contract/call";
import { type Replacement, replaceLines } from "@/lib/model/diff/suggestion";
import { plural } from "@/lib/model/plural";

const batchGetContents = () =>
  import("@/lib/contract/hosting/contents/batch-get-contents").then((entry) => entry.batchGetContents);
const createCommitFromFiles = () =>
  import("@/lib/contract/hosting/git-data/create-commit-from-files").then((entry) => entry.createCommitFromFiles);
const updatePullRequestThread = () =>
  import("@/lib/contract/hosting/comments/update-pull-request-thread").then((entry) => entry.updatePullRequestThread);

export interface ChosenSuggestion extends Replacement {
  threadId: string;
  path: string;
  /** The file's mode in its tree. */
  mode: string | undefined;
  /** Author of the suggestion; absent for apps and users without an email address. */
  by?: Committer | undefined;
}

export interface Committer {
  name: string;
  email: string;
}

export interface ApplyRequest {
  branch: string;
  /** The commit the suggestions are for; the branch must still point to it. */
  headSha: string;
  author: Committer;
  suggestions: readonly ChosenSuggestion[];
}

/** A commit message that credits the authors of the suggestions, except the committer. */
function messageOf(suggestions: readonly ChosenSuggestion[], author: Committer): string {
  const title = `Apply ${plural(suggestions.length, "a suggestion", `${suggestions.length} suggestions`)}`;
  const others = new Map(
    suggestions.flatMap(({ by }) => (by && by.email !== author.email ? [[by.email, by] as const] : [])),
  );
  const plain = (text: string) => text.replace(/[<>\r\n]/g, "").trim();
  const trailers = [...others.values()].map(({ name, email }) => `Co-authored-by: ${plain(name)} <${plain(email)}>`);
  return trailers.length === 0 ? title : `${title}\n\n${trailers.join("\n")}`;
}

const maxBatchPaths = 20;
const modes: Readonly<Record<string, "executable" | "file">> = { "100755": "executable", "100644": "file" };

function textOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * Commits suggestions to a pull request's branch and resolves their threads. Throws without committing
 * if a suggestion doesn't apply to the file at the head, or if the branch has moved.
 */
export async function applySuggestions(call: Call, { ownerSlug, repoName }: PullName, request: ApplyRequest) {
  const { branch, headSha, author, suggestions } = request;
  const params = { ownerSlug, repoName };
  const paths = [...new Set(suggestions.map(({ path }) => path))];
  const texts = new Map<string, string>();
  for (let at = 0; at < paths.length; at += maxBatchPaths) {
    const body = { ref: headSha, paths: paths.slice(at, at + maxBatchPaths) };
    const { results } = await call(batchGetContents, { params, body });
    for (const { path, content } of results) {
      if (content?.content !== undefined) texts.set(path, textOf(content.content));
    }
  }
  const files = paths.map((path) => {
    const fileSuggestions = suggestions.filter((each) => each.path === path);
    const mode = modes[fileSuggestions[0]?.mode ?? "100644"];
    const content = replaceLines(texts.get(path) ?? "", fileSuggestions);
    if (!mode || content === undefined)
      throw new Error(`The suggestions for ${path} can't be applied: they overlap or the file changed.`);
    return { path, content, encoding: "utf-8" as const, mode };
  });
  const message = messageOf(suggestions, author);
  const body = { targetBranch: `refs/heads/${branch}`, expectedHeadSha: headSha, message, author, files };
  const { sha } = await call(createCommitFromFiles, { params, body });
  for (const threadId of new Set(suggestions.map((each) => each.threadId))) {
    // The commit succeeded; a thread that stays unresolved is harmless.
    await call(updatePullRequestThread, { params: { ...params, threadId }, body: { resolved: true } }).catch(
      () => undefined,
    );
  }
  return sha;
}

export function useApplySuggestions(name: PullName) {
  return useChange((request: ApplyRequest) => applySuggestions(callProxy, name, request), pullKeys.detail(name));
}
