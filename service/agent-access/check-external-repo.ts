import { checkBranchName } from "@/git/refs/branch-name";
import { isObjectId } from "@/git/refs/resolve-revision";
import { RemoteRefused, runRemoteGit } from "@/git/remote";
import { GitError } from "@/git/run-git";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { WithRemotes } from "../remotes/remotes";

const timeoutMs = 20_000;

/** Returns which of the references exist in an external repository. Throws the git error when it can't be read. */
async function listRemoteRefs(
  { remotes, clock }: Context & WithRemotes,
  url: string,
  refs: readonly string[],
): Promise<string[]> {
  const access = {
    outside: (cloneUrl: string) => remotes.access(cloneUrl),
    signal: AbortSignal.timeout(timeoutMs),
    clock,
    retryForMs: 0,
  };
  const { stdout } = await runRemoteGit(["ls-remote", "--quiet", "--", url, "HEAD", ...refs], url, access);
  return stdout
    .toString("utf8")
    .split("\n")
    .map((line) => line.split("\t")[1] ?? "");
}

/** Checks before anything is stored that an external repository is readable and has the starting ref. */
export async function checkExternalRepo(
  context: Context & WithRemotes,
  { url, startingRef }: { url: string; startingRef?: string | undefined },
  index: number,
  workOnCurrentBranch: boolean,
): Promise<void> {
  const at = `repos.${index}.startingRef`;
  const name = startingRef?.replace(/^refs\/(?:heads|tags)\//, "");
  const isCommit = name !== undefined && isObjectId(name.toLowerCase());
  if (name !== undefined && checkBranchName(name)) {
    throw apiError.agents(400, "invalid_branch_name", `${at}: ${startingRef} not found in ${url}`, at);
  }
  const requested = name === undefined || isCommit ? [] : [`refs/heads/${name}`, `refs/tags/${name}`];
  let existing: string[];
  try {
    existing = await listRemoteRefs(context, url, requested);
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    if (!(error instanceof GitError || error instanceof RemoteRefused || timedOut)) throw error;
    context.log.info({ err: error, url }, "couldn't read external repository");
    const field = `repos.${index}.url`;
    throw apiError.agents(400, "repository_access", `${field}: ${url} can't be read`, field);
  }
  const found = requested.filter((ref) => existing.includes(ref));
  const missing = requested.length > 0 && found.length === 0;
  const noBranch = workOnCurrentBranch && startingRef !== undefined && !found.includes(`refs/heads/${name}`);
  if (missing || noBranch) {
    const problem = missing ? `not found in ${url}` : "is not a branch";
    throw apiError.agents(400, "invalid_branch_name", `${at}: ${startingRef} ${problem}`, at);
  }
}
