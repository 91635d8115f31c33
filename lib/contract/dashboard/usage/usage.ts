import { z } from "zod";

/** A day in UTC. */
const Day = z.iso.date("must be a day such as 2026-04-13");

/** Range of run creation days, inclusive; an omitted end is unbounded. */
export const UsageQuery = z
  .object({ from: Day.optional(), to: Day.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["to"],
    message: "must not be before the first day",
  });

const tokens = z.number().int().nonnegative();

export const TokenCounts = z.object({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheWriteTokens: tokens,
  cacheReadTokens: tokens,
  /** The sum of the other four. */
  totalTokens: tokens,
});
export type TokenCounts = z.infer<typeof TokenCounts>;

/** Token usage of a set of runs. */
export const UsageSum = TokenCounts.extend({
  runs: tokens,
  agents: tokens,
  /** Runs with unknown token usage: not fetched yet, or not reported by the service. */
  unknownRuns: tokens,
  /** Estimated cost in the price table's currency; absent without a table. */
  estimate: z.string().optional(),
  /** Tokens of models without a price, excluded from the estimate. */
  unpricedTokens: tokens.optional(),
  /** Pull requests of these agents by their state now; absent without any. */
  pulls: z.object({ open: tokens, closed: tokens, merged: tokens }).optional(),
});
export type UsageSum = z.infer<typeof UsageSum>;

export const UsageGroup = UsageSum.extend({
  /** The group's value; empty for "none", null for "unknown". */
  key: z.string().nullable(),
  label: z.string().optional(),
});
export type UsageGroup = z.infer<typeof UsageGroup>;

export const UsageReport = z.object({
  totals: UsageSum,
  /** Days with runs, oldest first. */
  days: z.array(UsageSum.extend({ day: z.string() })),
  /** Groups by cost, or by tokens without prices; the largest first. Only the largest agents are listed; `otherAgents` sums up the rest. */
  repository: z.array(UsageGroup),
  model: z.array(UsageGroup),
  environment: z.array(UsageGroup),
  /** By the id of the user who launched the agents. */
  owner: z.array(UsageGroup),
  agent: z.array(UsageGroup),
  otherAgents: UsageSum.optional(),
  currency: z.string().optional(),
  /** Runs whose reported total isn't the sum of its four parts. */
  unreconciledRuns: tokens,
});
export type UsageReport = z.infer<typeof UsageReport>;
