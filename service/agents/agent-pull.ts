import { type AgentRow, findAgent } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { Principal } from "../core/principal";
import type { FoundPull } from "../github/github";
import type { GitHubApi } from "../github/github-api";
import { gitHubApiError } from "../github/github-api-error";
import { GitHubProblem } from "../github/github-problem";
import type { WithGitHub } from "../github/with-github";
import { accountApi, actingEmail, actingMember } from "../github-apps/acting-account";

/** URLs of an agent's pull requests. */
export function pullUrls({ branches, repos }: Pick<AgentRow, "branches" | "repos">): string[] {
  const urls = [...branches, ...repos].flatMap(({ prUrl }) => (prUrl === undefined ? [] : [prUrl]));
  return [...new Set(urls)];
}

/** Runs a request, and converts GitHub's rejection to an error response. */
export async function orApiError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GitHubProblem ? gitHubApiError(error) : error;
  }
}

/** A pull request that a caller changes, with the caller's own account if it is connected, otherwise with the app or token. */
export interface ChangedPull {
  pull: FoundPull;
  api: GitHubApi;
  /** The caller's account on GitHub. */
  login: string | undefined;
  parameters: { owner: string; repo: string };
}

/**
 * Finds a pull request of an agent that the user can see, and, without their GitHub account, whose agent they can prompt.
 * Throws 404 `pull_request_not_found` for others.
 */
export async function findAgentPull(
  context: Context & WithGitHub,
  { principal, request, params }: { principal: Principal; request: Request; params: { id: string } },
  url: string,
): Promise<ChangedPull> {
  const user = await actingMember(context, principal, request);
  const agent = await findAgent(context, user, params.id);
  const notFound = () =>
    apiError.agents(
      404,
      "pull_request_not_found",
      `url: ${url} isn't one of the agent's pull requests on GitHub`,
      "url",
    );
  if (!pullUrls(agent).includes(url) || !context.github.serves(url)) throw notFound();
  const pull = await orApiError(() => context.github.pull(url, false));
  if (!pull) throw notFound();
  const { api, resource } = pull.repository;
  const email = await actingEmail(context, principal, request);
  const own = await accountApi(context, api.host, email);
  if (!own) await findAgent(context, user, params.id, "own");
  const [owner = "", repo = ""] = resource.full_name.split("/");
  return { pull, api: own?.api ?? api, login: own?.login, parameters: { owner, repo } };
}
