import { z } from "zod";

/** A day in UTC. */
const Day = z.iso.date("must be a day such as 2026-04-13");

/** Days of the runs' creation, both included; what is left out is not bounded. */
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

/** What some runs used. */
export const UsageSum = TokenCounts.extend({
  runs: tokens,
  agents: tokens,
  /** Runs whose tokens are not known, because they have not been read yet or the service does not tell them. */
  unknownRuns: tokens,
  /** Money by the price table, in its currency; absent without a table. An estimate, never a bill. */
  estimate: z.string().optional(),
  /** Tokens of models without a price, which the estimate leaves out. */
  unpricedTokens: tokens.optional(),
});
export type UsageSum = z.infer<typeof UsageSum>;

export const UsageGroup = UsageSum.extend({
  /** What the runs have in common; empty for "none", null for "not known". */
  key: z.string().nullable(),
  label: z.string().optional(),
});
export type UsageGroup = z.infer<typeof UsageGroup>;

export const UsageReport = z.object({
  totals: UsageSum,
  /** Days with runs, oldest first. */
  days: z.array(UsageSum.extend({ day: z.string() })),
  /** Groups, the largest first. Those of agents are the largest ones, and `otherAgents` is all the rest. */
  repository: z.array(UsageGroup),
  model: z.array(UsageGroup),
  environment: z.array(UsageGroup),
  agent: z.array(UsageGroup),
  otherAgents: UsageSum.optional(),
  currency: z.string().optional(),
  /** Runs whose total, as the service gave it, is not the sum of its four kinds. */
  unreconciledRuns: tokens,
});
export type UsageReport = z.infer<typeof UsageReport>;
