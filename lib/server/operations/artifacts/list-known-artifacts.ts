import { type AgentArtifacts, listKnownArtifacts } from "@/lib/contract/dashboard/list-known-artifacts";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { agentRows, indexProgress } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { readCursor, writeCursor } from "../agents/cursor";
import { createArtifactLists } from "./artifact-lists";

/** Each agent on a page requires one service call. */
const agentsPerPage = 20;
const concurrency = 4;

let lists: ReturnType<typeof createArtifactLists> | undefined;

export const listKnownArtifactsOperation = implementOperation(listKnownArtifacts, async ({ query }) => {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const store = await dashboardStore();
  const source = indexSource(dashboardSettings());
  lists ??= createArtifactLists(dashboardService());
  const artifactsOf = lists;
  const rows = await agentRows(store, { source, after, limit: agentsPerPage + 1 });
  const page = rows.slice(0, agentsPerPage);
  const agents: AgentArtifacts[] = [];
  for (let start = 0; start < page.length; start += concurrency) {
    const batch = page.slice(start, start + concurrency).map(async ({ id, name, updatedAt, status }) => {
      const found = await artifactsOf({ id, updatedAt, active: status === "ACTIVE" });
      return { agent: { id, name, updatedAt }, ...found };
    });
    agents.push(...(await Promise.all(batch)));
  }
  const last = page.at(-1);
  return {
    agents: agents.filter(({ items, problem }) => items.length > 0 || problem !== undefined),
    ...(rows.length > agentsPerPage && last ? { nextCursor: writeCursor(last) } : {}),
    progress: await indexProgress(store, source),
  };
});
