import { z } from "zod";
import { limit } from "../agents/pagination";
import { defineOperation } from "../operation";
import { AgentRow, IndexProgress } from "./agent-row";

export const listAgentRows = defineOperation({
  id: "listAgentRows",
  summary: "List the indexed agents, newest first",
  method: "GET",
  path: "/dashboard/agents",
  pathParams: z.object({}),
  query: z.strictObject({ limit: limit(100, 1_000), cursor: z.string().min(1).max(500).optional() }),
  response: z.object({
    rows: z.array(AgentRow),
    nextCursor: z.string().optional(),
    /** Where the changes that follow this answer begin; see `listAgentChanges`. */
    change: z.number(),
    progress: IndexProgress,
  }),
  family: "dashboard",
});
