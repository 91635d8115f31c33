import { z } from "zod";
import { limit } from "../../agents/pagination";
import { defineOperation } from "../../define-operation";
import { AgentRow, IndexProgress } from "../agent-row";

const maxIds = 60;

/** Ids separated by commas. */
const ids = z
  .string()
  .max(4_000)
  .transform((text) => text.split(",").filter(Boolean))
  .refine((list) => list.length <= maxIds, `must contain at most ${maxIds} ids`)
  .optional();

export const listAgentChanges = defineOperation({
  id: "listAgentChanges",
  summary: "List the indexed agents that changed",
  method: "GET",
  path: "/dashboard/agent-changes",
  query: z.strictObject({
    since: z
      .string()
      .regex(/^[0-9]{1,15}$/, "must be a whole number")
      .transform(Number),
    limit: limit(1_000, 1_000),
    /** Visible agents: their missing details are fetched first. */
    wanted: ids,
  }),
  response: z.object({
    rows: z.array(AgentRow),
    /** Ids of deleted agents. */
    removed: z.array(z.string()),
    change: z.number(),
    /** True when more changes are available now. */
    more: z.boolean(),
    /** The user sees other agents than at change `since`, so the list has to be loaded again. */
    outdated: z.boolean().optional(),
    progress: IndexProgress,
  }),
});
