import { branchExists } from "../git/branch-exists";
import { resolveRevision } from "../git/resolve-revision";
import { refuse } from "../http/refusal";
import type { TeamPrincipal } from "../people/principal";
import { findRepositoryByUrl, repositoryPermission } from "../repohost/repositories/access";
import type { Service } from "../service";

interface GivenRepo {
  url: string;
  startingRef?: string | undefined;
  prUrl?: string | undefined;
}

/**
 * Checks every repository of a create before anything is stored: it exists here, the caller may write to it, and the
 * starting ref is there (contract, section 2: `repository_access`, `invalid_branch_name`, `pr_resolution_failed`).
 */
export async function checkRepos(
  service: Service,
  principal: TeamPrincipal,
  repos: readonly GivenRepo[],
  workOnCurrentBranch: boolean,
): Promise<void> {
  for (const [index, { url, startingRef, prUrl }] of repos.entries()) {
    const field = `repos.${index}.url`;
    const repository = await findRepositoryByUrl(service, url);
    const permission = repository ? await repositoryPermission(service, principal, repository.id) : "none";
    if (!repository || permission === "none" || permission === "read") {
      throw refuse.agents(400, "repository_access", `${field}: ${url} is unknown or you may not write to it`, field);
    }
    if (prUrl !== undefined) {
      const at = `repos.${index}.prUrl`;
      throw refuse.agents(400, "pr_resolution_failed", `${at}: ${prUrl} is not a pull request of this service`, at);
    }
    if (startingRef === undefined) continue;
    const at = `repos.${index}.startingRef`;
    const dir = service.repositories.path(repository.id);
    if (!(await resolveRevision(dir, startingRef))) {
      throw refuse.agents(400, "invalid_branch_name", `${at}: ${startingRef} is not in ${url}`, at);
    }
    if (workOnCurrentBranch && !(await branchExists(dir, startingRef))) {
      throw refuse.agents(400, "invalid_branch_name", `${at}: ${startingRef} is no branch to commit to`, at);
    }
  }
}
