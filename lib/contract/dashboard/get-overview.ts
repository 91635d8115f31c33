import { z } from "zod";
import { defineOperation } from "../operation";
import { AgentRow, IndexProgress } from "./agent-row";

/**
 * Why an agent needs attention: it is queued, asks a question, its latest run failed or expired, its plan waits for approval, or
 * its pull request needs a review or a fix.
 */
export const attentionReasons = ["queued", "input", "failed", "expired", "plan", "pullRequest"] as const;
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
      /** Number of days covered. */
      days: z.number(),
    }),
    /** Runs requested since 00:00 UTC. */
    today: z.object({
      /** Runs that failed or expired. */
      failed: z.number(),
      tokens: z.number(),
      /** Estimated cost, if there are prices. */
      estimate: z.string().optional(),
      currency: z.string().optional(),
    }),
    tokens: z.object({
      /** Oldest first, one entry per UTC day of run creation. */
      days: z.array(z.object({ day: z.string(), tokens: z.number() })),
      /** Runs of these days with unknown token usage. */
      unknownRuns: z.number(),
    }),
    progress: IndexProgress,
  }),
  family: "dashboard",
});
