import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { TeamPrincipal } from "../core/principal";
import { branchExists } from "../git/branch-exists";
import { resolveRevision } from "../git/resolve-revision";
import type { WithGit } from "../git/with-git";
import { isReadOnly } from "../hosting/access/mirror-status";
import { type FoundRepository, findRepositoryByUrl, repositoryPermission } from "../hosting/access/repository-access";
import { findPullRequestByUrl } from "../hosting/pulls/pull-request-url";
import type { WithRemotes } from "../remotes/remotes";
import { checkExternalRepo } from "./check-external-repo";

interface GivenRepo {
  url: string;
  startingRef?: string | undefined;
  prUrl?: string | undefined;
}

/** Agents push branches, so a read-only mirror can't be used. */
function requireWritable({ mirrorStatus }: FoundRepository, field: string, url: string): void {
  if (!isReadOnly({ mirrorStatus })) return;
  const message = `${field}: ${url} is a read-only mirror; push to its upstream repository instead`;
  throw apiError.agents(400, "repository_access", message, field);
}

/** Checks that a pull request exists, that the caller can push to it, and that both its branches exist. */
async function checkPullRequest(
  context: Context & WithGit,
  principal: TeamPrincipal,
  field: string,
  url: string,
): Promise<void> {
  const found = await findPullRequestByUrl(context, url);
  const permission = found ? await repositoryPermission(context, principal, found.repository.id) : "none";
  if (!found || permission === "none" || permission === "read") {
    const message = `${field}: ${url} is not a pull request you can push to`;
    throw apiError.agents(400, "pr_resolution_failed", message, field);
  }
  requireWritable(found.repository, field, url);
  const dir = context.repositories.path(found.repository.id);
  for (const branch of [found.pull.headRef, found.pull.baseRef]) {
    if (await branchExists(dir, branch)) continue;
    throw apiError.agents(400, "pr_resolution_failed", `${field}: branch ${branch} of ${url} no longer exists`, field);
  }
}

/**
 * Checks every repository of a new agent before anything is stored: it exists, the caller can write to it, and it has the
 * starting ref (contract, section 2: `repository_access`, `invalid_branch_name`, `pr_resolution_failed`). `external`
 * allows repositories on the servers that the settings list.
 */
export async function checkRepos(
  context: Context & WithGit & WithRemotes,
  principal: TeamPrincipal,
  repos: readonly GivenRepo[],
  { workOnCurrentBranch, external }: { workOnCurrentBranch: boolean; external: boolean },
): Promise<void> {
  for (const [index, { url, startingRef, prUrl }] of repos.entries()) {
    if (prUrl !== undefined) {
      await checkPullRequest(context, principal, `repos.${index}.prUrl`, prUrl);
      continue;
    }
    const field = `repos.${index}.url`;
    const repository = await findRepositoryByUrl(context, url);
    if (!repository && external && context.remotes.directoryName(url) !== undefined) {
      await checkExternalRepo(context, { url, startingRef }, index, workOnCurrentBranch);
      continue;
    }
    const permission = repository ? await repositoryPermission(context, principal, repository.id) : "none";
    if (!repository || permission === "none" || permission === "read") {
      throw apiError.agents(400, "repository_access", `${field}: ${url} doesn't exist or you can't write to it`, field);
    }
    requireWritable(repository, field, url);
    if (startingRef === undefined) continue;
    const at = `repos.${index}.startingRef`;
    const dir = context.repositories.path(repository.id);
    if (!(await resolveRevision(dir, startingRef))) {
      throw apiError.agents(400, "invalid_branch_name", `${at}: ${startingRef} not found in ${url}`, at);
    }
    if (workOnCurrentBranch && !(await branchExists(dir, startingRef))) {
      throw apiError.agents(400, "invalid_branch_name", `${at}: ${startingRef} is not a branch`, at);
    }
  }
}
