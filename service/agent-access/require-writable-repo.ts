import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { TeamPrincipal } from "../core/principal";
import type { WithGitHub } from "../github/with-github";
import { isReadOnly } from "../hosting/access/mirror-status";
import { canWrite } from "../hosting/access/namespace-access";
import { type FoundRepository, findRepositoryByUrl, repositoryPermission } from "../hosting/access/repository-access";
import type { FoundPullRequest } from "../hosting/pulls/pull-request-row";
import { findPullRequestByUrl } from "../hosting/pulls/pull-request-url";
import type { WithRemotes } from "../remotes/remotes";

/** An entry of an agent's repositories. */
export interface RepoInput {
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

/** External repositories belong to no key's scope. */
function requireUnscoped(principal: TeamPrincipal, url: string, field: string): void {
  if (principal.kind !== "serviceAccount" || principal.repositoryIds === undefined) return;
  const reason = "a key limited to repositories can't use it";
  throw apiError.agents(400, "repository_access", `${field}: ${url} is on another server, and ${reason}`, field);
}

/**
 * Finds the repository, and the pull request if the entry names one, and checks that the caller can write to it. Returns
 * undefined for a repository on another server. `external`: also those in `GIT_REMOTES`, not only those on GitHub. Throws `repository_access` or
 * `pr_resolution_failed` (contract, section 2).
 */
export async function requireWritableRepo(
  context: Context & WithGitHub & WithRemotes,
  principal: TeamPrincipal,
  { url, prUrl }: RepoInput,
  index: number,
  external: boolean,
): Promise<{ repository: FoundRepository; pull?: FoundPullRequest["pull"] } | undefined> {
  const canPushTo = async ({ id }: FoundRepository) => canWrite(await repositoryPermission(context, principal, id));
  if (context.github.serves(prUrl ?? url)) {
    requireUnscoped(principal, prUrl ?? url, `repos.${index}.${prUrl === undefined ? "url" : "prUrl"}`);
    return undefined;
  }
  if (prUrl !== undefined) {
    const field = `repos.${index}.prUrl`;
    const found = await findPullRequestByUrl(context, prUrl);
    if (!found || !(await canPushTo(found.repository))) {
      const message = `${field}: ${prUrl} is not a pull request you can push to`;
      throw apiError.agents(400, "pr_resolution_failed", message, field);
    }
    requireWritable(found.repository, field, prUrl);
    return found;
  }
  const field = `repos.${index}.url`;
  const repository = await findRepositoryByUrl(context, url);
  if (!repository && context.remotes.directoryName(url) !== undefined) {
    requireUnscoped(principal, url, field);
    if (external) return undefined;
    const message = `${field}: ${url} is on another server, and only agents on the service's machines can use it`;
    throw apiError.agents(400, "repository_access", message, field);
  }
  if (!repository || !(await canPushTo(repository))) {
    throw apiError.agents(400, "repository_access", `${field}: ${url} doesn't exist or you can't write to it`, field);
  }
  requireWritable(repository, field, url);
  return { repository };
}
