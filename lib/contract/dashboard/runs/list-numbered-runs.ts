import { z } from "zod";
import { agentId } from "../../agents/agent";
import { limit } from "../../agents/pagination";
import { Run } from "../../agents/run";
import { defineOperation } from "../../define-operation";

/** A run with its number among the agent's runs: 1 is the oldest. Absent while it is unknown. */
export const NumberedRun = Run.extend({ number: z.number().optional() });
export type NumberedRun = z.infer<typeof NumberedRun>;

export const NumberedRuns = z.object({
  /** How many runs the agent has. Absent while the dashboard counts them; then only the newest runs are returned, without numbers. */
  total: z.number().optional(),
  /** Oldest first. */
  items: z.array(NumberedRun),
});
export type NumberedRuns = z.infer<typeof NumberedRuns>;

export const listNumberedRuns = defineOperation({
  id: "listNumberedRuns",
  summary: "List the runs of an agent with their numbers, oldest first. Without `from` and `run`, the newest",
  method: "GET",
  path: "/dashboard/agents/{agentId}/runs",
  pathParams: z.object({ agentId }),
  query: z.object({
    limit: limit(20, 100),
    /** The number of the first run. */
    from: z
      .string()
      .regex(/^[1-9][0-9]{0,8}$/, "must be a positive whole number")
      .transform(Number)
      .optional(),
    /** The id of the only run to return. */
    run: z.string().max(200).optional(),
  }),
  response: NumberedRuns,
});
