import { checkExternalRepo } from "../agent-access/check-external-repo";
import { checkGitHubRepo } from "../agent-access/check-github-repo";
import { type RepoInput, requireWritableRepo } from "../agent-access/require-writable-repo";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { TeamPrincipal } from "../core/principal";
import { branchExists } from "../git/branch-exists";
import { resolveRevision } from "../git/resolve-revision";
import type { WithGit } from "../git/with-git";
import type { WithGitHub } from "../github/with-github";
import type { WithRemotes } from "../remotes/remotes";

/**
 * Checks every repository of a new agent before anything is stored: it exists, the caller can write to it, and it has the
 * starting ref or the branches of the pull request (contract, section 2: `repository_access`, `invalid_branch_name`,
 * `pr_resolution_failed`). `external` allows repositories on the servers that the settings list. Returns the ids of those
 * hosted here.
 */
export async function checkRepos(
  context: Context & WithGit & WithGitHub & WithRemotes,
  principal: TeamPrincipal,
  repos: readonly RepoInput[],
  { workOnCurrentBranch, external }: { workOnCurrentBranch: boolean; external: boolean },
): Promise<string[]> {
  const ids = new Set<string>();
  for (const [index, repo] of repos.entries()) {
    const { url, startingRef, prUrl } = repo;
    const found = await requireWritableRepo(context, principal, repo, index, external);
    if (!found) {
      if (context.github.serves(prUrl ?? url)) await checkGitHubRepo(context, repo, index, workOnCurrentBranch);
      else await checkExternalRepo(context, { url, startingRef }, index, workOnCurrentBranch);
      continue;
    }
    ids.add(found.repository.id);
    const dir = context.repositories.path(found.repository.id);
    if (found.pull) {
      const field = `repos.${index}.prUrl`;
      for (const branch of [found.pull.headRef, found.pull.baseRef]) {
        if (await branchExists(dir, branch)) continue;
        const message = `${field}: branch ${branch} of ${prUrl} no longer exists`;
        throw apiError.agents(400, "pr_resolution_failed", message, field);
      }
      continue;
    }
    if (startingRef === undefined) continue;
    const at = `repos.${index}.startingRef`;
    if (!(await resolveRevision(dir, startingRef))) {
      throw apiError.agents(400, "invalid_branch_name", `${at}: ${startingRef} not found in ${url}`, at);
    }
    if (workOnCurrentBranch && !(await branchExists(dir, startingRef))) {
      throw apiError.agents(400, "invalid_branch_name", `${at}: ${startingRef} is not a branch`, at);
    }
  }
  return [...ids];
}
