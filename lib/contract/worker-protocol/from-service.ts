import { z } from "zod";

const runId = z.string();
const agentId = z.string();

/** Messages from the service. */
export const FromService = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("welcome"),
    version: z.number().int().positive(),
    heartbeatMs: z.number().int().positive(),
    silenceMs: z.number().int().positive(),
    /** For each run the worker named: how many of its frames are stored, or that it has ended. */
    runs: z.array(z.object({ runId, over: z.boolean(), acknowledged: z.number().int().nonnegative() })),
  }),
  z.object({ type: z.literal("heartbeat") }),
  /** A run for this worker to start immediately. It can be sent again; a worker starts a run once. */
  z.object({
    type: z.literal("assign"),
    agentId,
    runId,
    model: z.string(),
    /** Token that only fetches this run's specification and uploads its artifacts; valid for the run. */
    token: z.string(),
  }),
  /** Response to a drain: no more runs are assigned. */
  z.object({ type: z.literal("drained") }),
  /** All frames up to this sequence are stored. */
  z.object({ type: z.literal("acknowledge"), runId, through: z.number().int().nonnegative() }),
  /** The run has ended, with or without an outcome; send nothing more of it. */
  z.object({ type: z.literal("over"), runId }),
  z.object({
    type: z.literal("credential"),
    id: z.number().int().nonnegative(),
    credential: z.object({ username: z.string(), password: z.string() }).optional(),
    /** Why it is absent. */
    reason: z.string().optional(),
  }),
  /** The agent no longer belongs to this worker; its files can be deleted. */
  z.object({ type: z.literal("release"), agentId }),
]);
export type FromService = z.infer<typeof FromService>;
