import { eq } from "drizzle-orm";
import { RunFailure } from "@/runner/limits/run-failure";
import type { AgentsContext } from "../../agent-access/agents-context";
import { agents } from "../../core/store/tables/agents";
import { readOnlyGrant, type WithRunCredentials } from "../../hosting/git-http/run-credentials";
import { resolveRepositories } from "../../runs/build-run-spec";

/**
 * Mints a git credential for a run's repositories on request of its worker, or returns the reason it can't. It ends with the
 * access of `holder`. `readOnly`: one that the agent itself can use.
 */
export async function gitCredential(
  context: AgentsContext & WithRunCredentials,
  agentId: string,
  runId: string,
  { holder, readOnly = false }: { holder: string; readOnly?: boolean },
): Promise<{ credential: { username: string; password: string } } | { reason: string }> {
  const [agent] = await context.db.select().from(agents).where(eq(agents.id, agentId));
  if (!agent) return { reason: "The agent was deleted" };
  try {
    const { branches, dependencyIds, remotes } = await resolveRepositories(context, agent);
    const grant = { agentId, runId, teamId: agent.teamId, branches, dependencyIds, remotes, holder };
    return { credential: context.runCredentials.mint(readOnly ? readOnlyGrant(grant) : grant) };
  } catch (error) {
    if (error instanceof RunFailure) return { reason: error.message };
    throw error;
  }
}
