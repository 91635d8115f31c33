import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { FoundRepository } from "../github/github";
import { GitHubProblem } from "../github/github-problem";
import { headProblem } from "../github/head-problem";
import type { WithGitHub } from "../github/with-github";
import type { WithRemotes } from "../remotes/remotes";
import { checkExternalRepo } from "./check-external-repo";
import type { RepoInput } from "./require-writable-repo";

type CheckContext = Context & WithGitHub & WithRemotes;

/** A rejection with the field's path, the code, and what to do about it. */
type Reject = (problem: string) => Error;

async function read<T>(reject: Reject, work: () => Promise<T | undefined>): Promise<T> {
  try {
    const found = await work();
    if (found) return found;
  } catch (error) {
    if (error instanceof GitHubProblem) throw reject(error.message);
    throw error;
  }
  throw reject("is not on a GitHub server with an app or a token");
}

function requirePushable({ url, renamed, resource, pushProblem }: FoundRepository, reject: Reject): void {
  if (renamed) throw reject(`the repository was renamed or transferred. Use ${url}`);
  if (resource.archived) throw reject(`${url} is archived and read-only. Unarchive it`);
  if (pushProblem) throw reject(pushProblem);
}

/**
 * Checks before anything is stored that the token can read the repository, its user can push to it, and it has the starting ref
 * or the branches of the pull request. Throws 400 `repository_access`, `pr_resolution_failed` or `invalid_branch_name`.
 */
export async function checkGitHubRepo(
  context: CheckContext,
  { url, startingRef, prUrl }: RepoInput,
  index: number,
  workOnCurrentBranch: boolean,
): Promise<void> {
  const { github } = context;
  if (prUrl === undefined) {
    const field = `repos.${index}.url`;
    const reject = (problem: string) => apiError.agents(400, "repository_access", `${field}: ${problem}`, field);
    const found = await read(reject, () => github.repository(url, false));
    requirePushable(found, reject);
    await checkExternalRepo(context, { url: `${found.url}.git`, startingRef }, index, workOnCurrentBranch);
    return;
  }
  const field = `repos.${index}.prUrl`;
  const reject = (problem: string) => apiError.agents(400, "pr_resolution_failed", `${field}: ${problem}`, field);
  const pull = await read(reject, () => github.pull(prUrl, false));
  requirePushable(pull.repository, reject);
  const problem = workOnCurrentBranch ? headProblem(pull) : undefined;
  if (problem) throw reject(problem);
  const { head, base } = pull.resource;
  for (const branch of workOnCurrentBranch ? [head.ref, base.ref] : [base.ref]) {
    const family = await read(reject, () => pull.repository.repository.branchFamily(branch));
    if (!family.some(({ name }) => name === branch)) throw reject(`branch ${branch} of ${prUrl} no longer exists`);
  }
}
