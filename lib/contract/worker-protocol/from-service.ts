import { z } from "zod";

const runId = z.string();
const agentId = z.string();

/** What the service sends. */
export const FromService = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("welcome"),
    version: z.number().int().positive(),
    heartbeatMs: z.number().int().positive(),
    silenceMs: z.number().int().positive(),
    /** For each run the worker named: how many of its frames are stored, or that it is over. */
    runs: z.array(z.object({ runId, over: z.boolean(), acknowledged: z.number().int().nonnegative() })),
  }),
  z.object({ type: z.literal("heartbeat") }),
  /** A run for this worker, to be begun at once. It may come again: a worker begins a run once. */
  z.object({
    type: z.literal("assign"),
    agentId,
    runId,
    model: z.string(),
    /** Reads the run's specification and brings its artifacts; for nothing else, and no longer than the run. */
    token: z.string(),
  }),
  /** Answer to a drain: nothing is assigned after it. */
  z.object({ type: z.literal("drained") }),
  /** All frames up to this sequence are stored. */
  z.object({ type: z.literal("acknowledge"), runId, through: z.number().int().nonnegative() }),
  /** The run has ended, by its outcome or without it: nothing more of it is wanted. */
  z.object({ type: z.literal("over"), runId }),
  z.object({
    type: z.literal("credential"),
    id: z.number().int().nonnegative(),
    credential: z.object({ username: z.string(), password: z.string() }).optional(),
    /** Why there is none. */
    reason: z.string().optional(),
  }),
  /** The agent is no longer this worker's: its files may go. */
  z.object({ type: z.literal("release"), agentId }),
]);
export type FromService = z.infer<typeof FromService>;
