import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { Content } from "@/lib/contract/hosting/contents/content";
import { interdiff } from "@/lib/model/diff/interdiff";
import { pairFiles } from "@/lib/model/diff/pair-files";
import { parsePatch } from "@/lib/model/diff/patch";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const batchGetContents = () =>
  import("@/lib/contract/hosting/contents/batch-get-contents").then((entry) => entry.batchGetContents);
const compareCommits = () =>
  import("@/lib/contract/hosting/commits/compare-commits").then((entry) => entry.compareCommits);
const listComparisonFiles = () =>
  import("@/lib/contract/hosting/commits/list-comparison-files").then((entry) => entry.listComparisonFiles);

export interface VersionCommits {
  headSha: string;
  baseSha: string;
}

export interface VersionsDiff {
  files: CommitFile[];
  /** Files whose old change conflicts with the new base, so that changes of the base are included. */
  unrebased: string[];
  /** Files whose contents couldn't be read as text. */
  unread: string[];
}

const pageSize = "100";
const maxBatchPaths = 20;

async function listAllFiles(name: RepositoryName, { baseSha, headSha }: VersionCommits, signal: AbortSignal) {
  const files: CommitFile[] = [];
  let pageToken = "";
  do {
    const page = await callProxy(listComparisonFiles, {
      params: { ...name, basehead: `${baseSha}...${headSha}` },
      query: { pageSize, pageToken },
      signal,
    });
    files.push(...page.files);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return files;
}

async function mergeBase(name: RepositoryName, { baseSha, headSha }: VersionCommits, signal: AbortSignal) {
  const params = { ...name, basehead: `${baseSha}...${headSha}` };
  return (await callProxy(compareCommits, { params, signal })).mergeBaseCommit.sha;
}

type Text = { kind: "text"; text: string } | { kind: "absent" } | { kind: "other" };

function textOf(content: Content): Text {
  if (content.type !== "file" || content.content === undefined) return { kind: "other" };
  try {
    const bytes = Uint8Array.from(atob(content.content.replace(/\s/g, "")), (char) => char.charCodeAt(0));
    if (bytes.includes(0)) return { kind: "other" };
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { kind: "other" };
  }
}

/** Texts at a commit by path. A batch rejected with 400, for example because of a large file, counts as unreadable. */
async function textsAt(name: RepositoryName, ref: string, paths: readonly string[], signal: AbortSignal) {
  const unique = [...new Set(paths)];
  const texts = new Map<string, Text>(unique.map((path) => [path, { kind: "other" }]));
  for (let at = 0; at < unique.length; at += maxBatchPaths) {
    const body = { ref, paths: unique.slice(at, at + maxBatchPaths) };
    const response = await callProxy(batchGetContents, { params: { ...name }, body, signal }).catch(
      (error: unknown) => {
        if (error instanceof Error && "status" in error && error.status === 400) return undefined;
        throw error;
      },
    );
    for (const { path, found, content } of response?.results ?? []) {
      texts.set(path, found && content ? textOf(content) : { kind: "absent" });
    }
  }
  return texts;
}

function statusOf(before: Text | undefined, after: Text | undefined): CommitFile["status"] {
  if (before?.kind === "absent") return "added";
  return after?.kind === "absent" ? "removed" : "modified";
}

async function diffVersions(name: RepositoryName, from: VersionCommits, to: VersionCommits, signal: AbortSignal) {
  const [before, after] = await Promise.all([listAllFiles(name, from, signal), listAllFiles(name, to, signal)]);
  const pairs = pairFiles(before, after);
  const result: VersionsDiff = { files: [], unrebased: [], unread: [] };
  if (pairs.length === 0) return result;
  const [oldCommit, newCommit] = await Promise.all([mergeBase(name, from, signal), mergeBase(name, to, signal)]);
  const read = (ref: string, side: "oldBase" | "oldHead" | "newBase" | "newHead") =>
    textsAt(
      name,
      ref,
      pairs.map((pair) => pair[side]),
      signal,
    );
  const [oldBase, oldHead, newBase, newHead] = await Promise.all([
    read(oldCommit, "oldBase"),
    read(from.headSha, "oldHead"),
    read(newCommit, "newBase"),
    read(to.headSha, "newHead"),
  ]);
  for (const pair of pairs) {
    const texts = [
      oldBase.get(pair.oldBase),
      oldHead.get(pair.oldHead),
      newBase.get(pair.newBase),
      newHead.get(pair.newHead),
    ].map((each) => (each?.kind === "text" ? each.text : each?.kind === "absent" ? "" : undefined));
    const [a, b, c, d] = texts;
    const status = statusOf(oldHead.get(pair.oldHead), newHead.get(pair.newHead));
    const blank = { filename: pair.path, status, additions: 0, deletions: 0, changes: 0, patch: "" };
    if (a === undefined || b === undefined || c === undefined || d === undefined) {
      result.unread.push(pair.path);
      result.files.push(blank);
      continue;
    }
    const found = interdiff({ oldBase: a, oldHead: b, newBase: c, newHead: d });
    if (found.kind === "same") continue;
    const lines = parsePatch(found.patch).flatMap((hunk) => hunk.lines);
    const additions = lines.filter(({ kind }) => kind === "added").length;
    const deletions = lines.filter(({ kind }) => kind === "removed").length;
    result.files.push({ ...blank, additions, deletions, changes: additions + deletions, patch: found.patch });
    if (!found.rebased) result.unrebased.push(pair.path);
  }
  return result;
}

/** The author's changes between two versions of a pull request, excluding changes from a rebase. */
export function versionsDiffQuery(name: RepositoryName, from: VersionCommits, to: VersionCommits) {
  const { ownerSlug, repoName } = name;
  return queryOptions({
    queryKey: [
      "pulls",
      "versions-diff",
      { ownerSlug, repoName },
      from.headSha,
      from.baseSha,
      to.headSha,
      to.baseSha,
    ] as const,
    queryFn: ({ signal }) => diffVersions({ ownerSlug, repoName }, from, to, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
