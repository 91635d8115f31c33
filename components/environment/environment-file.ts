import { queryOptions } from "@tanstack/react-query";
import { CallError } from "@/lib/client/call-error";
import type { Call } from "@/lib/contract/call";
import { decodeFile } from "@/lib/model/environment/decode";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const getContents = () => import("@/lib/contract/hosting/get-contents").then((entry) => entry.getContents);
const getRepo = () => import("@/lib/contract/hosting/get-repo").then((entry) => entry.getRepo);
const listBranches = () => import("@/lib/contract/hosting/list-branches").then((entry) => entry.listBranches);

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

const isMissing = (error: unknown) => error instanceof CallError && error.status === 404;

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

/** Reads a file at its branch's current commit. Throws {@link CallError} if the branch doesn't exist or the path is a folder. */
export async function readBranchFile(call: Call, location: FileLocation, signal?: AbortSignal): Promise<BranchFile> {
  const { repository, path } = location;
  const options = signal ? { signal } : {};
  const branch = location.branch || (await call(getRepo, { params: { ...repository }, ...options })).defaultBranch;
  const headSha = await headOf(call, repository, branch, signal);
  try {
    const file = await call(getContents, { params: { ...repository }, query: { path, ref: headSha }, ...options });
    if (file.type !== "file" || file.content === undefined)
      throw new CallError({ status: 0, code: "no_file", message: `${path} is a folder, not a file.` });
    return { branch, headSha, text: textOf(file.content) };
  } catch (error) {
    if (isMissing(error)) return { branch, headSha, text: undefined };
    throw error;
  }
}

export function branchFileQuery(call: Call, location: FileLocation) {
  return queryOptions({
    queryKey: ["hosting", "file", location] as const,
    queryFn: ({ signal }) => readBranchFile(call, location, signal),
    staleTime: 10_000,
  });
}

/** A file's text at a revision; `null` if the file doesn't exist. */
export function fileTextQuery(call: Call, file: { repository: RepositoryName; ref: string; path: string } | undefined) {
  return queryOptions({
    queryKey: ["hosting", "text", file] as const,
    enabled: file !== undefined,
    retry: false,
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<string | null> => {
      if (!file) return null;
      const { repository, ref, path } = file;
      try {
        const query = { path, ...(ref && { ref }) };
        const { content } = await call(getContents, { params: { ...repository }, query, signal });
        return content === undefined ? null : textOf(content);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  });
}
