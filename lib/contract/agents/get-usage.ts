import { z } from "zod";
import { defineOperation } from "../operation";
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

export const AgentUsage = z.looseObject({
  totalUsage: Usage,
  runs: z.array(z.looseObject({ id: z.string(), usageUuid: z.string().optional(), usage: Usage })),
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
  family: "agents",
});
