import type { CodeHost, PushTarget } from "../code-hosts/code-host";
import { CodeHostProblem } from "../code-hosts/code-host-problem";
import { missingTarget } from "../code-hosts/missing-target";
import { slipwayHost } from "../code-hosts/slipway-host";
import { apiError } from "../core/http/api-error";
import type { Principal } from "../core/principal";
import type { AgentsContext } from "./agents-context";

/** What finding and checking an agent's repositories needs. */
export type RepoContext = AgentsContext;

/** An entry of an agent's repositories. */
export interface RepoInput {
  url: string;
  startingRef?: string | undefined;
  prUrl?: string | undefined;
}

const fieldOf = ({ prUrl }: RepoInput, index: number) => `repos.${index}.${prUrl === undefined ? "url" : "prUrl"}`;

/** Rejects an entry of an agent's repositories, or the pull request it names. */
export function rejectedRepo(repo: RepoInput, index: number, problem: string) {
  const field = fieldOf(repo, index);
  const message = `${field}: ${problem}`;
  return repo.prUrl === undefined
    ? apiError.agents(400, "repository_access", message, field)
    : apiError.agents(400, "pr_resolution_failed", message, field);
}

/** External repositories belong to no key's scope. Throws `repository_access`. */
export function requireUnscoped(principal: Principal, repo: RepoInput, index: number): void {
  if (principal.kind !== "serviceAccount" || principal.repositoryIds === undefined) return;
  const field = fieldOf(repo, index);
  const problem = `${repo.prUrl ?? repo.url} is on another server, and a key limited to repositories can't use it`;
  throw apiError.agents(400, "repository_access", `${field}: ${problem}`, field);
}

/**
 * Finds the repository, and the pull request if the entry names one, and checks that agents of the caller can push to it. Returns
 * undefined for a repository that isn't on a code host, but on a server in `GIT_REMOTES`, which `external` allows. Throws
 * `repository_access` or `pr_resolution_failed` (contract, section 2).
 */
export async function requirePushTarget(
  context: RepoContext,
  principal: Principal,
  repo: RepoInput,
  index: number,
  external: boolean,
): Promise<PushTarget | undefined> {
  const { url, prUrl } = repo;
  const isOnGitHub = context.github.serves(prUrl ?? url);
  if (isOnGitHub) requireUnscoped(principal, repo, index);
  const host: Pick<CodeHost, "findPushTarget"> = isOnGitHub ? context.github : slipwayHost(context);
  const target = await host.findPushTarget(repo, principal).catch((error: unknown) => {
    throw error instanceof CodeHostProblem ? rejectedRepo(repo, index, error.message) : error;
  });
  if (target) return target;
  if (isOnGitHub || prUrl !== undefined || context.remotes.directoryName(url) === undefined) {
    throw rejectedRepo(repo, index, missingTarget(repo));
  }
  requireUnscoped(principal, repo, index);
  if (external) return undefined;
  const problem = `${url} is on another server, and only agents on the service's machines can use it`;
  throw rejectedRepo(repo, index, problem);
}
