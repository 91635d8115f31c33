import type { Context } from "../core/context";
import { refuse } from "../core/http/refusal";
import type { TeamPrincipal } from "../core/principal";
import { branchExists } from "../git/branch-exists";
import { resolveRevision } from "../git/resolve-revision";
import type { WithGit } from "../git/with-git";
import { isReadOnly } from "../hosting/access/mirror-status";
import { type FoundRepository, findRepositoryByUrl, repositoryPermission } from "../hosting/access/repository-access";
import { findPullRequestByUrl } from "../hosting/pulls/pull-request-url";
import type { WithRemotes } from "../remotes/remotes";
import { checkOutsideRepo } from "./check-outside-repo";

interface GivenRepo {
  url: string;
  startingRef?: string | undefined;
  prUrl?: string | undefined;
}

/** An agent commits to branches of its own and pushes them, which nobody can where the contents are another server's. */
function requireWritable({ mirrorStatus }: FoundRepository, field: string, url: string): void {
  if (!isReadOnly({ mirrorStatus })) return;
  const message = `${field}: ${url} mirrors a repository on another server, where alone it can be changed`;
  throw refuse.agents(400, "repository_access", message, field);
}

/** A pull request the caller may work on, with both its branches still there. */
async function checkPullRequest(
  context: Context & WithGit,
  principal: TeamPrincipal,
  field: string,
  url: string,
): Promise<void> {
  const found = await findPullRequestByUrl(context, url);
  const permission = found ? await repositoryPermission(context, principal, found.repository.id) : "none";
  if (!found || permission === "none" || permission === "read") {
    const message = `${field}: ${url} is no pull request of this service that you may work on`;
    throw refuse.agents(400, "pr_resolution_failed", message, field);
  }
  requireWritable(found.repository, field, url);
  const dir = context.repositories.path(found.repository.id);
  for (const branch of [found.pull.headRef, found.pull.baseRef]) {
    if (await branchExists(dir, branch)) continue;
    throw refuse.agents(400, "pr_resolution_failed", `${field}: the branch ${branch} of ${url} is gone`, field);
  }
}

/**
 * Checks every repository of a create before anything is stored: it exists here, the caller may write to it, and the
 * starting ref is there (contract, section 2: `repository_access`, `invalid_branch_name`, `pr_resolution_failed`).
 * `outside` says that repositories of other servers will do where the settings allow them.
 */
export async function checkRepos(
  context: Context & WithGit & WithRemotes,
  principal: TeamPrincipal,
  repos: readonly GivenRepo[],
  { workOnCurrentBranch, outside }: { workOnCurrentBranch: boolean; outside: boolean },
): Promise<void> {
  for (const [index, { url, startingRef, prUrl }] of repos.entries()) {
    if (prUrl !== undefined) {
      await checkPullRequest(context, principal, `repos.${index}.prUrl`, prUrl);
      continue;
    }
    const field = `repos.${index}.url`;
    const repository = await findRepositoryByUrl(context, url);
    if (!repository && outside && context.remotes.nameOf(url) !== undefined) {
      await checkOutsideRepo(context, { url, startingRef }, index, workOnCurrentBranch);
      continue;
    }
    const permission = repository ? await repositoryPermission(context, principal, repository.id) : "none";
    if (!repository || permission === "none" || permission === "read") {
      throw refuse.agents(400, "repository_access", `${field}: ${url} is unknown or you may not write to it`, field);
    }
    requireWritable(repository, field, url);
    if (startingRef === undefined) continue;
    const at = `repos.${index}.startingRef`;
    const dir = context.repositories.path(repository.id);
    if (!(await resolveRevision(dir, startingRef))) {
      throw refuse.agents(400, "invalid_branch_name", `${at}: ${startingRef} is not in ${url}`, at);
    }
    if (workOnCurrentBranch && !(await branchExists(dir, startingRef))) {
      throw refuse.agents(400, "invalid_branch_name", `${at}: ${startingRef} is no branch to commit to`, at);
    }
  }
}
