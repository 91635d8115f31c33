import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentPath } from "./agent";

const tokens = z.number().int().nonnegative();

export const Usage = z.looseObject({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheWriteTokens: tokens,
  cacheReadTokens: tokens,
  totalTokens: tokens,
});
export type Usage = z.infer<typeof Usage>;

/** The context and cost of the agent's whole session after a run, as the agent reports them. */
export const SessionUsage = z.object({
  context: z.object({ used: z.number().nonnegative(), size: z.number().nonnegative() }).optional(),
  cost: z.object({ amount: z.number().nonnegative(), currency: z.string().max(10) }).optional(),
});
export type SessionUsage = z.infer<typeof SessionUsage>;

export const AgentUsage = z.looseObject({
  totalUsage: Usage,
  runs: z.array(
    z.looseObject({
      id: z.string(),
      usageUuid: z.string().optional(),
      usage: Usage,
      /** An extension of the specification; only for agents that report it. */
      session: SessionUsage.optional(),
    }),
  ),
});
export type AgentUsage = z.infer<typeof AgentUsage>;

export const getUsage = defineOperation({
  id: "getUsage",
  summary: "Get the token usage of an agent",
  method: "GET",
  path: "/v1/agents/{id}/usage",
  pathParams: AgentPath,
  query: z.strictObject({ runId: z.string().min(1).optional() }),
  response: AgentUsage,
});
