import { GitError, runGit } from "@/service/git/run-git";
import { resolveObject } from "./checkout-state";
import { type GitAccess, gitReason, runRemoteGit } from "./git-access";
import { RunFailure } from "./run-failure";
import { baseRef, type WorkingCopy } from "./working-copy";

/** Reference in the transfer repository: the commit that was pushed last. */
export const pushedRef = "refs/slipway/pushed";

/** The server's words on a refused reference, from `push --porcelain` and what its hooks printed. */
function refusal(porcelain: string, stderr: string): string {
  const line = porcelain.split("\n").find((each) => each.startsWith("!"));
  const summary = line?.split("\t")[2] ?? "";
  const remote = stderr
    .split("\n")
    .filter((each) => each.startsWith("remote:"))
    .join("\n");
  return gitReason([summary, remote].filter((each) => each.trim() !== "").join("\n") || stderr);
}

/**
 * Pushes a commit to the run's branch unless it is there already or nothing was done since the start. Answers whether
 * it pushed. A branch of the agent's own may be rewritten as long as nobody else moved it; any other is only extended.
 */
export async function pushBranch(
  copy: WorkingCopy,
  commit: string | undefined,
  ownBranch: boolean,
  access: GitAccess,
): Promise<boolean> {
  const { transferDir, repository, branch } = copy;
  const pushed = await resolveObject(transferDir, pushedRef);
  if (commit === undefined || commit === (pushed ?? (await resolveObject(transferDir, baseRef)))) return false;
  const lease = ownBranch && pushed ? [`--force-with-lease=refs/heads/${branch}:${pushed}`] : [];
  const args = ["push", "--porcelain", ...lease, "--", repository.cloneUrl, `${commit}:refs/heads/${branch}`];
  const rejected = (reason: string) =>
    new RunFailure("push_rejected", `${branch} was not accepted by ${repository.url}: ${reason}`);
  try {
    const { code, stdout, stderr } = await runRemoteGit(args, repository.cloneUrl, access, {
      cwd: transferDir,
      okCodes: [0, 1],
    });
    if (code !== 0) throw rejected(refusal(stdout.toString("utf8"), stderr));
  } catch (error) {
    if (error instanceof GitError) throw rejected(gitReason(error.stderr));
    throw error;
  }
  await runGit(["update-ref", pushedRef, commit], { cwd: transferDir });
  return true;
}
