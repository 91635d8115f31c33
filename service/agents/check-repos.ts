import { branchExists } from "@/git/refs/branch-exists";
import { resolveRevision } from "@/git/refs/resolve-revision";
import { checkExternalRepo } from "../agent-access/check-external-repo";
import { type RepoContext, type RepoInput, rejectedRepo, requirePushTarget } from "../agent-access/require-push-target";
import type { PushTarget } from "../code-hosts/code-host";
import { CodeHostProblem } from "../code-hosts/code-host-problem";
import { apiError } from "../core/http/api-error";
import type { TeamPrincipal } from "../core/principal";

/** Checks the branches that an agent starts from and pushes to. */
async function requirePullBranches(
  { repository, pull, headProblem }: PushTarget & Required<Pick<PushTarget, "pull">>,
  repo: RepoInput,
  index: number,
  workOnCurrentBranch: boolean,
): Promise<void> {
  if (workOnCurrentBranch && headProblem) throw rejectedRepo(repo, index, headProblem);
  for (const branch of workOnCurrentBranch ? [pull.headRef, pull.baseRef] : [pull.baseRef]) {
    const family = await repository.branchFamily(branch).catch((error: unknown) => {
      throw error instanceof CodeHostProblem ? rejectedRepo(repo, index, error.message) : error;
    });
    if (family.some(({ name }) => name === branch)) continue;
    throw rejectedRepo(repo, index, `branch ${branch} of ${repo.prUrl} no longer exists`);
  }
}

/** Checks the starting ref of a repository that this service hosts. */
async function requireStartingRef(
  dir: string,
  { url, startingRef }: RepoInput,
  index: number,
  workOnCurrentBranch: boolean,
): Promise<void> {
  if (startingRef === undefined) return;
  const at = `repos.${index}.startingRef`;
  if (!(await resolveRevision(dir, startingRef))) {
    throw apiError.agents(400, "invalid_branch_name", `${at}: ${startingRef} not found in ${url}`, at);
  }
  if (workOnCurrentBranch && !(await branchExists(dir, startingRef))) {
    throw apiError.agents(400, "invalid_branch_name", `${at}: ${startingRef} is not a branch`, at);
  }
}

/**
 * Checks every repository of a new agent before anything is stored: it exists, the caller can write to it, and it has the
 * starting ref or the branches of the pull request (contract, section 2: `repository_access`, `invalid_branch_name`,
 * `pr_resolution_failed`). `external` allows repositories on the servers that the settings list. Returns the ids of those
 * hosted here.
 */
export async function checkRepos(
  context: RepoContext,
  principal: TeamPrincipal,
  repos: readonly RepoInput[],
  { workOnCurrentBranch, external }: { workOnCurrentBranch: boolean; external: boolean },
): Promise<string[]> {
  const ids = new Set<string>();
  for (const [index, repo] of repos.entries()) {
    const target = await requirePushTarget(context, principal, repo, index, external);
    const { repositoryId, pull } = target ?? {};
    if (repositoryId !== undefined) ids.add(repositoryId);
    if (target && pull) {
      await requirePullBranches({ ...target, pull }, repo, index, workOnCurrentBranch);
    } else if (repositoryId !== undefined) {
      await requireStartingRef(context.repositories.path(repositoryId), repo, index, workOnCurrentBranch);
    } else {
      const url = target ? `${target.repository.url}.git` : repo.url;
      await checkExternalRepo(context, { url, startingRef: repo.startingRef }, index, workOnCurrentBranch);
    }
  }
  return [...ids];
}
