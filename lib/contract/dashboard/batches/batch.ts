import { z } from "zod";

export const maxBatchAgents = 20;

/**
 * `waiting`: launched next. `launching`: sent, without a response yet. `failed`: rejected; no agent was created.
 * `uncertain`: the response was lost, and it isn't known whether an agent was created.
 */
export const batchMemberStates = ["waiting", "launching", "launched", "failed", "uncertain"] as const;

/** One agent of a batch. */
export const BatchMember = z.object({
  /** From 1. */
  position: z.number(),
  state: z.enum(batchMemberStates),
  /** The agent, once it is launched. It may have been deleted since. */
  agentId: z.string().optional(),
  /** Why it isn't launched. */
  problem: z.string().optional(),
  /** Empty: the default model. */
  model: z.string(),
  repositories: z.array(z.string()),
  /** From 1; agents with the same model and repositories differ only in this. */
  attempt: z.number(),
});
export type BatchMember = z.infer<typeof BatchMember>;

/** Agents that were launched together with one prompt. */
export const Batch = z.object({
  id: z.string(),
  name: z.string(),
  /** Secrets are masked. */
  prompt: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), me: z.boolean() }),
  createdAt: z.string(),
  members: z.array(BatchMember),
});
export type Batch = z.infer<typeof Batch>;

export const BatchPath = z.object({ batchId: z.uuid("must be a batch id") });
