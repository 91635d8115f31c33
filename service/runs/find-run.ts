import { and, eq } from "drizzle-orm";
import { type AgentAccess, type AgentRow, findAgent } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { Principal } from "../core/principal";
import { runs } from "../core/store/tables/agents";
import type { RunRow } from "./run-body";

/** Returns a run of an agent the caller can see. Throws 404 `agent_not_found` or `run_not_found`, 403 without the access. */
export async function findRun(
  context: Context,
  principal: Principal,
  agentId: string,
  runId: string,
  access: AgentAccess = "read",
): Promise<{ agent: AgentRow; run: RunRow }> {
  const agent = await findAgent(context, principal, agentId, access);
  const [run] = await context.db
    .select()
    .from(runs)
    .where(and(eq(runs.id, runId.toLowerCase()), eq(runs.agentId, agent.id)));
  if (!run) throw apiError.agents(404, "run_not_found", `Run ${runId} of agent ${agent.id} not found`);
  return { agent, run };
}
