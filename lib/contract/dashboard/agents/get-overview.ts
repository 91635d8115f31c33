import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentRow, IndexProgress } from "../agent-row";

/** Statuses of agents that need a user's attention, as the agent list counts them. `finished`: the state of its pull request is unknown. */
export const attentionStatuses = [
  "input",
  "queued",
  "failed",
  "expired",
  "plan",
  "checks",
  "changes",
  "conflict",
  "review",
  "finished",
] as const;
export type AttentionStatus = (typeof attentionStatuses)[number];

export const AgentNeedingAttention = z.object({
  status: z.enum(attentionStatuses),
  agent: AgentRow,
  /** Whether you can answer it, approve its plan and send it prompts. */
  canPrompt: z.boolean(),
});
export type AgentNeedingAttention = z.infer<typeof AgentNeedingAttention>;

export const getOverview = defineOperation({
  id: "getOverview",
  summary: "Get the overview: running agents, agents needing attention, token usage",
  method: "GET",
  path: "/dashboard/overview",
  response: z.object({
    running: z.object({ total: z.number(), rows: z.array(AgentRow) }),
    needs: z.object({
      /** Queued agents that get a worker without you, and failures before the covered days, don't count. */
      total: z.number(),
      /** Those you haven't read first, then the most urgent ones, then yours. */
      items: z.array(AgentNeedingAttention),
      /** How many agents that aren't archived have a status, whether or not they count. */
      counts: z.array(z.object({ status: z.enum(attentionStatuses), agents: z.number() })),
      /** Number of days whose failures are covered. */
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
});
