import type { Context } from "../core/context";
import { refuse } from "../core/http/refusal";
import { checkBranchName } from "../git/branch-name";
import { isObjectId } from "../git/resolve-revision";
import { GitError } from "../git/run-git";
import type { WithRemotes } from "../remotes/remotes";
import { runRemoteGit } from "../runner/git-credential";
import { RunFailure } from "../runner/run-failure";

const patienceMs = 20_000;

/** Names of the asked references that a repository on another server has. Throws what kept it from answering. */
async function askFor(
  { remotes, clock }: Context & WithRemotes,
  url: string,
  refs: readonly string[],
): Promise<string[]> {
  const access = {
    protocols: [],
    // Only the server's own credential, from the settings, may leave the service.
    credential: () => Promise.reject(new Error("a repository of another server was asked with a key of this one")),
    outside: (cloneUrl: string) => remotes.access(cloneUrl),
    signal: AbortSignal.timeout(patienceMs),
    clock,
    retryForMs: 0,
  };
  const { stdout } = await runRemoteGit(["ls-remote", "--quiet", "--", url, "HEAD", ...refs], url, access);
  return stdout
    .toString("utf8")
    .split("\n")
    .map((line) => line.split("\t")[1] ?? "");
}

/** Checks a repository on another server before anything is stored: it answers, and the starting ref is there. */
export async function checkOutsideRepo(
  context: Context & WithRemotes,
  { url, startingRef }: { url: string; startingRef?: string | undefined },
  index: number,
  workOnCurrentBranch: boolean,
): Promise<void> {
  const at = `repos.${index}.startingRef`;
  const name = startingRef?.replace(/^refs\/(?:heads|tags)\//, "");
  const isCommit = name !== undefined && isObjectId(name.toLowerCase());
  if (name !== undefined && checkBranchName(name)) {
    throw refuse.agents(400, "invalid_branch_name", `${at}: ${startingRef} is not in ${url}`, at);
  }
  const wanted = name === undefined || isCommit ? [] : [`refs/heads/${name}`, `refs/tags/${name}`];
  let there: string[];
  try {
    there = await askFor(context, url, wanted);
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    if (!(error instanceof GitError || error instanceof RunFailure || timedOut)) throw error;
    context.log.info({ err: error, url }, "a repository of another server could not be asked");
    const field = `repos.${index}.url`;
    throw refuse.agents(400, "repository_access", `${field}: ${url} can't be read`, field);
  }
  const found = wanted.filter((ref) => there.includes(ref));
  const missing = wanted.length > 0 && found.length === 0;
  const noBranch = workOnCurrentBranch && startingRef !== undefined && !found.includes(`refs/heads/${name}`);
  if (missing || noBranch) {
    const problem = missing ? `is not in ${url}` : "is no branch to commit to";
    throw refuse.agents(400, "invalid_branch_name", `${at}: ${startingRef} ${problem}`, at);
  }
}
