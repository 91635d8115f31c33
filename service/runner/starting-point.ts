import { checkBranchName } from "@/service/git/branch-name";
import { isObjectId, resolveRevision } from "@/service/git/resolve-revision";
import { GitError, runGit } from "@/service/git/run-git";
import { type GitAccess, runRemoteGit } from "./git-credential";
import { printableText } from "./plain-text";
import { RunFailure } from "./run-failure";
import type { RunRepository, RunSpec } from "./run-spec";

/** Where a working copy starts. */
export interface StartingPoint {
  /** The branch the run pushes. */
  branch: string;
  /** Undefined in an empty repository. */
  commit: string | undefined;
}

function invalidRef(name: string, reason: string): RunFailure {
  return new RunFailure("invalid_branch_name", `"${printableText(name)}" ${reason}`);
}

/** Removes `refs/heads/` from a branch name. */
function shortBranch(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

async function defaultBranch(transferDir: string): Promise<string> {
  const { stdout } = await runGit(["symbolic-ref", "--short", "HEAD"], { cwd: transferDir });
  return stdout.toString("utf8").trim();
}

async function branchCommit(transferDir: string, branch: string): Promise<string | undefined> {
  const args = ["show-ref", "--verify", "--hash", "--end-of-options", `refs/heads/${branch}`];
  const { code, stdout } = await runGit(args, { cwd: transferDir, okCodes: [0, 1, 128] });
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** Fetches a commit or reference that isn't part of a clone, such as a pull request's. */
async function fetchHidden(repository: RunRepository, ref: string, transferDir: string, access: GitAccess) {
  const sha = ref.toLowerCase();
  const isReference = ref.startsWith("refs/") && !checkBranchName(ref.slice("refs/".length));
  if (!isObjectId(sha) && !isReference) return undefined;
  const source = isReference ? ref : sha;
  const args = ["fetch", "--quiet", "--no-tags", repository.cloneUrl, `+${source}:refs/slipway/start`];
  try {
    await runRemoteGit(args, repository.cloneUrl, access, { cwd: transferDir });
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
  const args2 = ["rev-parse", "--verify", "--quiet", "refs/slipway/start^{commit}"];
  const { code, stdout } = await runGit(args2, { cwd: transferDir, okCodes: [0, 1, 128] });
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** Resolves the starting commit of a repository and the branch to push. */
export async function resolveStartingPoint(
  repository: RunRepository,
  branch: RunSpec["branch"],
  transferDir: string,
  access: GitAccess,
): Promise<StartingPoint> {
  const ref = repository.startingRef;
  if (branch.current) {
    const name = ref === undefined ? await defaultBranch(transferDir) : shortBranch(ref);
    const problem = checkBranchName(name);
    if (problem) throw invalidRef(name, problem);
    const commit = await branchCommit(transferDir, name);
    if (commit === undefined && ref !== undefined) {
      throw invalidRef(ref, `isn't a branch of ${repository.url}, so the agent can't work on it directly`);
    }
    return { branch: name, commit };
  }
  const problem = checkBranchName(branch.name);
  if (problem) throw invalidRef(branch.name, problem);
  if (ref === undefined) {
    return { branch: branch.name, commit: await branchCommit(transferDir, await defaultBranch(transferDir)) };
  }
  const known = await resolveRevision(transferDir, ref.replace(/^refs\/(?:heads|tags)\//, ""));
  const commit = known ?? (await fetchHidden(repository, ref, transferDir, access));
  if (commit === undefined) throw invalidRef(ref, `isn't a branch, tag or commit of ${repository.url}`);
  return { branch: branch.name, commit };
}
