import { checkBranchName } from "@/git/refs/branch-name";
import { isObjectId, resolveRevision } from "@/git/refs/resolve-revision";
import { runRemoteGit } from "@/git/remote";
import { GitError } from "@/git/run-git";
import { printableText } from "@/lib/core/plain-text";
import { RunFailure } from "../limits/run-failure";
import type { RunRepository, RunSpec } from "../run/run-spec";
import { type GitAccess, inSandbox } from "./git-access";
import { type TransferContext, transferGit } from "./working-copy";

/** Where the work on a repository starts. */
export interface StartingPoint {
  /** The branch that is pushed. */
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

async function defaultBranch(transfer: TransferContext): Promise<string> {
  const { stdout } = await transferGit(transfer, ["symbolic-ref", "--short", "HEAD"]);
  return stdout.toString("utf8").trim();
}

async function branchCommit(transfer: TransferContext, branch: string): Promise<string | undefined> {
  const args = ["show-ref", "--verify", "--hash", "--end-of-options", `refs/heads/${branch}`];
  const { code, stdout } = await transferGit(transfer, args, { okCodes: [0, 1, 128] });
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** Fetches a commit or reference that a clone omits, such as a pull request's head. */
async function fetchHidden(repository: RunRepository, ref: string, transfer: TransferContext, access: GitAccess) {
  const lowerCaseRef = ref.toLowerCase();
  const isReference = ref.startsWith("refs/") && !checkBranchName(ref.slice("refs/".length));
  if (!isObjectId(lowerCaseRef) && !isReference) return undefined;
  const source = isReference ? ref : lowerCaseRef;
  const args = ["fetch", "--quiet", "--no-tags", repository.cloneUrl, `+${source}:refs/slipway/start`];
  try {
    await runRemoteGit(args, repository.cloneUrl, inSandbox(access, transfer), { cwd: transfer.transferDir });
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
  const parse = ["rev-parse", "--verify", "--quiet", "refs/slipway/start^{commit}"];
  const { code, stdout } = await transferGit(transfer, parse, { okCodes: [0, 1, 128] });
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** Resolves the commit a repository's work starts from and the branch it is pushed to. Throws `invalid_branch_name`. */
export async function resolveStartingPoint(
  repository: RunRepository,
  branch: RunSpec["branch"],
  transfer: TransferContext,
  access: GitAccess,
): Promise<StartingPoint> {
  const ref = repository.startingRef;
  if (branch.current) {
    const name = ref === undefined ? await defaultBranch(transfer) : shortBranch(ref);
    const problem = checkBranchName(name);
    if (problem) throw invalidRef(name, problem);
    const commit = await branchCommit(transfer, name);
    if (commit === undefined && ref !== undefined) {
      throw invalidRef(ref, `isn't a branch of ${repository.url}, so the agent can't work on it directly`);
    }
    return { branch: name, commit };
  }
  const problem = checkBranchName(branch.name);
  if (problem) throw invalidRef(branch.name, problem);
  if (ref === undefined) {
    return { branch: branch.name, commit: await branchCommit(transfer, await defaultBranch(transfer)) };
  }
  const known = await resolveRevision(
    transfer.transferDir,
    ref.replace(/^refs\/(?:heads|tags)\//, ""),
    transfer.sessions.git("service"),
  );
  const commit = known ?? (await fetchHidden(repository, ref, transfer, access));
  if (commit === undefined) throw invalidRef(ref, `isn't a branch, tag or commit of ${repository.url}`);
  return { branch: branch.name, commit };
}
