import { eq } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import type { Context } from "../core/context";
import type { RunGrant } from "../core/principal";
import { agents, runs } from "../core/store/tables/agents";
import { canWrite } from "../hosting/access/namespace-access";
import { repositoryPermission } from "../hosting/access/repository-access";
import { agentOwner } from "./agent-owner";

/** A run's permission on a repository: what its credential grants, as far as the agent's owner still has it. None once it has ended. */
export async function runPermission(
  context: Pick<Context, "db">,
  { agentId, runId, branches, dependencyIds }: RunGrant,
  repositoryId: string,
): Promise<"none" | "read" | "write"> {
  if (!branches.has(repositoryId) && !dependencyIds.has(repositoryId)) return "none";
  const [run] = await context.db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId));
  if (run && isTerminal(run.status)) return "none";
  const [agent] = await context.db.select().from(agents).where(eq(agents.id, agentId));
  const owner = agent && (await agentOwner(context, agent));
  const held = owner ? await repositoryPermission(context, owner, repositoryId) : "none";
  if (held === "none") return "none";
  return branches.has(repositoryId) && canWrite(held) ? "write" : "read";
}
