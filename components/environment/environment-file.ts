import { queryOptions } from "@tanstack/react-query";
import { CallError } from "@/lib/client/call-error";
import type { Call } from "@/lib/contract/call";
import type { Content } from "@/lib/contract/hosting/contents/content";
import { decodeFile } from "@/lib/model/environment/decode";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const batchGetContents = () =>
  import("@/lib/contract/hosting/contents/batch-get-contents").then((entry) => entry.batchGetContents);
const getRepo = () => import("@/lib/contract/hosting/repositories/get-repo").then((entry) => entry.getRepo);
const listBranches = () => import("@/lib/contract/hosting/branches/list-branches").then((entry) => entry.listBranches);

/** A file on a branch at one commit. */
export interface BranchFile {
  branch: string;
  /** The branch's commit, which a new commit must expect as its parent. */
  headSha: string;
  /** Undefined if the file doesn't exist on the branch. */
  text: string | undefined;
}

export interface FileLocation {
  repository: RepositoryName;
  /** Empty means the default branch. */
  branch: string;
  path: string;
}

async function headOf(call: Call, repository: RepositoryName, branch: string, signal?: AbortSignal): Promise<string> {
  let pageToken: string | undefined;
  for (;;) {
    const query = { pageSize: "100", pageToken };
    const page = await call(listBranches, { params: { ...repository }, query, ...(signal && { signal }) });
    const found = page.branches.find(({ name }) => name === branch);
    if (found) return found.commit.sha;
    if (page.nextPageToken === "") break;
    pageToken = page.nextPageToken;
  }
  throw new CallError({ status: 404, code: "branch_not_found", message: `Branch ${branch} not found.` });
}

function textOf(content: string): string {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const decoded = decodeFile(bytes);
  if ("text" in decoded) return decoded.text;
  throw new CallError({ status: 0, code: "not_utf_8", message: decoded.undecodable.reason });
}

/** The content at a path; `undefined` if it doesn't exist. Unlike Get Contents, that isn't an error in the browser's console. */
async function contentAt(
  call: Call,
  { repository, ref, path }: { repository: RepositoryName; ref: string; path: string },
  signal?: AbortSignal,
): Promise<Content | undefined> {
  const body = { paths: [path], ...(ref && { ref }) };
  const { results } = await call(batchGetContents, { params: { ...repository }, body, ...(signal && { signal }) });
  return results[0]?.content;
}

/** Reads a file at its branch's current commit. Throws {@link CallError} if the branch doesn't exist or the path is a folder. */
export async function readBranchFile(call: Call, location: FileLocation, signal?: AbortSignal): Promise<BranchFile> {
  const { repository, path } = location;
  const options = signal ? { signal } : {};
  const branch = location.branch || (await call(getRepo, { params: { ...repository }, ...options })).defaultBranch;
  const headSha = await headOf(call, repository, branch, signal);
  const file = await contentAt(call, { repository, ref: headSha, path }, signal);
  if (!file) return { branch, headSha, text: undefined };
  if (file.type !== "file" || file.content === undefined)
    throw new CallError({ status: 0, code: "no_file", message: `${path} is a folder, not a file.` });
  return { branch, headSha, text: textOf(file.content) };
}

export function branchFileQuery(call: Call, location: FileLocation) {
  return queryOptions({
    queryKey: ["hosting", "file", location] as const,
    queryFn: ({ signal }) => readBranchFile(call, location, signal),
    staleTime: 10_000,
  });
}

/** A file's text at a revision; `null` if the file or the revision doesn't exist. */
export function fileTextQuery(call: Call, file: { repository: RepositoryName; ref: string; path: string } | undefined) {
  return queryOptions({
    queryKey: ["hosting", "text", file] as const,
    enabled: file !== undefined,
    retry: false,
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<string | null> => {
      if (!file) return null;
      const found = await contentAt(call, file, signal).catch((error: unknown) => {
        if (error instanceof CallError && error.status === 404) return undefined;
        throw error;
      });
      return found?.content === undefined ? null : textOf(found.content);
    },
  });
}
