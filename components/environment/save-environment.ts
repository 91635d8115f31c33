import { CallError } from "@/lib/client/call-error";
import type { Call } from "@/lib/contract/call";
import type { BranchFile, FileLocation } from "./environment-file";
import { readBranchFile } from "./environment-file";

const createCommitFromFiles = () =>
  import("@/lib/contract/hosting/git-data/create-commit-from-files").then((entry) => entry.createCommitFromFiles);
const createPullRequest = () =>
  import("@/lib/contract/hosting/pulls/create-pull-request").then((entry) => entry.createPullRequest);
const createGitRef = () => import("@/lib/contract/hosting/git-data/create-git-ref").then((entry) => entry.createGitRef);

export interface SaveRequest {
  location: FileLocation;
  text: string;
  message: string;
  author: { name: string; email: string };
  /** The commit the text is based on; the branch must still point at it. */
  expectedHeadSha: string;
  /** Create this branch at that commit and commit to it instead. */
  newBranch: string | undefined;
}

export type SaveResult =
  | { kind: "saved"; branch: string; headSha: string }
  /** The branch has new commits; `theirs` is its current file. */
  | { kind: "moved"; theirs: BranchFile };

/** Commits a file if the branch still points at `expectedHeadSha`. Throws {@link CallError} for any other rejection. */
export async function saveEnvironment(call: Call, request: SaveRequest): Promise<SaveResult> {
  const { location, text, message, author, expectedHeadSha, newBranch } = request;
  const params = { ...location.repository };
  if (newBranch !== undefined) {
    await call(createGitRef, { params, body: { ref: `refs/heads/${newBranch}`, sha: expectedHeadSha } });
  }
  const branch = newBranch ?? location.branch;
  try {
    const { sha } = await call(createCommitFromFiles, {
      params,
      body: {
        targetBranch: `refs/heads/${branch}`,
        expectedHeadSha,
        message,
        author,
        files: [{ path: location.path, content: text, encoding: "utf-8", mode: "file" }],
      },
    });
    return { kind: "saved", branch, headSha: sha };
  } catch (error) {
    if (!(error instanceof CallError) || (error.status !== 400 && error.status !== 409)) throw error;
    // Other rejections have the same status, so check whether the branch really moved.
    const theirs = await readBranchFile(call, { ...location, branch }).catch(() => undefined);
    if (!theirs || theirs.headSha === expectedHeadSha) throw error;
    return { kind: "moved", theirs };
  }
}

/** Opens a pull request from the file's branch into `base`. */
export function openPullRequest(call: Call, { repository, branch, path }: FileLocation, base: string) {
  const title = `Update ${path}`.slice(0, 256);
  return call(createPullRequest, { params: { ...repository }, body: { title, head: branch, base } });
}
