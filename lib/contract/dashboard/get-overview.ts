import { z } from "zod";
import { defineOperation } from "../operation";
import { AgentRow, IndexProgress } from "./agent-row";

/** Why an agent needs a person: its latest run failed or expired, or it left a pull request to look at. */
export const attentionReasons = ["failed", "expired", "pullRequest"] as const;
export type AttentionReason = (typeof attentionReasons)[number];

export const getOverview = defineOperation({
  id: "getOverview",
  summary: "Get the overview: running agents, agents needing attention, token usage",
  method: "GET",
  path: "/dashboard/overview",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({
    running: z.object({ total: z.number(), rows: z.array(AgentRow) }),
    needs: z.object({
      total: z.number(),
      items: z.array(z.object({ reason: z.enum(attentionReasons), agent: AgentRow })),
      /** How many days back is looked. */
      days: z.number(),
    }),
    tokens: z.object({
      /** Oldest first, one entry a UTC day, by when the run was asked for. */
      days: z.array(z.object({ day: z.string(), tokens: z.number() })),
      /** Runs of these days whose tokens are not known. */
      unknownRuns: z.number(),
    }),
    progress: IndexProgress,
  }),
  family: "dashboard",
});
