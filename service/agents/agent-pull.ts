import type { AgentsContext } from "../agent-access/agents-context";
import { type AgentRow, findAgent } from "../agent-access/find-agent";
import type { ActingPull } from "../code-hosts/code-host";
import { slipwayHost } from "../code-hosts/slipway-host";
import type { PullAccount } from "../code-hosts/slipway-pull";
import { apiError } from "../core/http/api-error";
import type { WithPoints } from "../core/http/points";
import type { Principal } from "../core/principal";
import { gitHubApiError } from "../github/github-api-error";
import { GitHubProblem } from "../github/github-problem";
import { accountApi, actingEmail, actingMember } from "../github-apps/acting-account";

/** What reading and changing an agent's pull requests needs. */
export type PullContext = AgentsContext & WithPoints;

/** The account of a caller on this service. */
export const accountOf = ({ points }: WithPoints, principal: Principal): PullAccount => ({
  principal,
  charge: (cost) => points.charge(principal, cost),
});

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

/** A pull request that a caller changes. */
interface ChangedPull {
  pull: ActingPull;
  /** On GitHub, the caller's account; without one, the app or token changes it. */
  as?: string;
}

/**
 * Finds a pull request of an agent that the user can see. On this service, the user's own permissions apply; on GitHub, those
 * of the account that the user connected, or else the user must be able to prompt the agent. Throws 404
 * `pull_request_not_found` for others.
 */
export async function findAgentPull(
  context: PullContext,
  { principal, request, params }: { principal: Principal; request: Request; params: { id: string } },
  url: string,
): Promise<ChangedPull> {
  const { github } = context;
  const caller = await actingMember(context, principal, request);
  const agent = await findAgent(context, caller, params.id);
  const message = `url: ${url} isn't one of the agent's pull requests on this service or GitHub`;
  const notFound = apiError.agents(404, "pull_request_not_found", message, "url");
  if (!pullUrls(agent).includes(url)) throw notFound;
  const hosted = await slipwayHost(context).actOnPull(url, accountOf(context, caller));
  if (hosted) return { pull: hosted };
  if (!github.serves(url)) throw notFound;
  const email = await actingEmail(context, principal, request);
  const own = await accountApi(context, new URL(url).host, email);
  if (!own) await findAgent(context, caller, params.id, "own");
  const pull = await orApiError(() => github.actOnPull(url, own?.api));
  if (!pull) throw notFound;
  return { pull, ...(own ? { as: own.login } : {}) };
}
