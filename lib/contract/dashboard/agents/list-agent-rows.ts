import { z } from "zod";
import { limit } from "../../agents/pagination";
import { defineOperation } from "../../define-operation";
import { AgentRow, IndexProgress } from "../agent-row";

export const listAgentRows = defineOperation({
  id: "listAgentRows",
  summary: "List the indexed agents, newest first",
  method: "GET",
  path: "/dashboard/agents",
  query: z.strictObject({ limit: limit(100, 1_000), cursor: z.string().min(1).max(500).optional() }),
  response: z.object({
    rows: z.array(AgentRow),
    nextCursor: z.string().optional(),
    /** Pass as `since` to `listAgentChanges` to get the changes after this response. */
    change: z.number(),
    progress: IndexProgress,
  }),
});
