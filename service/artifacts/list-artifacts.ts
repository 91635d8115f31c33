import { asc, eq } from "drizzle-orm";
import { listArtifacts } from "@/lib/contract/agents/list-artifacts";
import { isoTime } from "@/lib/core/clock";
import { findAgent } from "../agent-access/find-agent";
import { implement } from "../core/http/implement";
import { artifacts } from "../core/store/tables/artifacts";

/** The artifacts of an agent, sorted by path. */
export const listArtifactsOperation = implement(listArtifacts, async ({ params, principal }, context) => {
  const agent = await findAgent(context, principal, params.id);
  const rows = await context.db
    .select()
    .from(artifacts)
    .where(eq(artifacts.agentId, agent.id))
    .orderBy(asc(artifacts.path));
  return {
    items: rows.map(({ path, sizeBytes, updatedAt }) => ({ path, sizeBytes, updatedAt: isoTime(updatedAt) })),
  };
});
