import { type AgentArtifacts, listKnownArtifacts } from "@/lib/contract/dashboard/artifacts/list-known-artifacts";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboard } from "@/lib/server/dashboard";
import { agentRows, indexProgress } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { readCursor, writeCursor } from "../agents/cursor";
import { createArtifactLists } from "./artifact-lists";

/** Each agent requires one service call. */
const agentsPerBatch = 20;
/** A page ends with the first batch that has artifacts. */
const batchesPerPage = 5;
const concurrency = 4;

declare global {
  interface Dashboard {
    artifactLists?: ReturnType<typeof createArtifactLists> | undefined;
  }
}

export const listKnownArtifactsOperation = implementOperation(listKnownArtifacts, async ({ query, user }) => {
  let after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const store = await dashboardStore();
  const scope = await agentScopeOf(user);
  dashboard.artifactLists ??= createArtifactLists(dashboardService());
  const artifactsOf = dashboard.artifactLists;
  const agents: AgentArtifacts[] = [];
  for (let batches = 0; agents.length === 0 && batches < batchesPerPage; batches += 1) {
    const rows = await agentRows(store, { ...scope, after, limit: agentsPerBatch + 1 });
    const batch = rows.slice(0, agentsPerBatch);
    for (let start = 0; start < batch.length; start += concurrency) {
      const reads = batch.slice(start, start + concurrency).map(async ({ id, name, updatedAt, status }) => {
        const found = await artifactsOf({ id, updatedAt, active: status === "ACTIVE" });
        return { agent: { id, name, updatedAt }, ...found };
      });
      const found = await Promise.all(reads);
      agents.push(...found.filter(({ items, problem }) => items.length > 0 || problem !== undefined));
    }
    after = rows.length > agentsPerBatch ? batch.at(-1) : undefined;
    if (after === undefined) break;
  }
  return {
    agents,
    ...(after === undefined ? {} : { nextCursor: writeCursor(after) }),
    progress: await indexProgress(store, scope.source),
  };
});
