import { z } from "zod";
import { Answer } from "../agents/question";
import { Port, StreamId, streamMessages } from "./stream-messages";

const runId = z.string();
const agentId = z.string();

/** Messages from the service. */
export const FromService = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("welcome"),
    version: z.number().int().positive(),
    heartbeatMs: z.number().int().positive(),
    silenceMs: z.number().int().positive(),
    /** For each run the worker listed: how many of its frames are stored, or that it has ended. */
    runs: z.array(z.object({ runId, over: z.boolean(), acknowledged: z.number().int().nonnegative() })),
    /** After registering with a registration token: the credential for further connections of this worker. */
    credential: z.string().optional(),
  }),
  z.object({ type: z.literal("heartbeat") }),
  /** A run to start now. The message can be repeated; a worker starts each run only once. */
  z.object({
    type: z.literal("assign"),
    agentId,
    runId,
    model: z.string(),
    /** Token limited to fetching this run's specification and uploading its artifacts. */
    token: z.string(),
  }),
  /** Response to a drain: no more runs are assigned. */
  z.object({ type: z.literal("drained") }),
  /** All frames up to this sequence are stored. */
  z.object({ type: z.literal("acknowledge"), runId, through: z.number().int().nonnegative() }),
  /** The run has ended, with or without an outcome; stop sending messages about it. */
  z.object({ type: z.literal("over"), runId }),
  z.object({
    type: z.literal("credential"),
    id: z.number().int().nonnegative(),
    credential: z.object({ username: z.string(), password: z.string() }).optional(),
    /** Why it is absent. */
    reason: z.string().optional(),
  }),
  /** The user's answer to a question of the run. May be sent repeatedly. */
  z.object({ type: z.literal("answer"), runId, questionId: z.string(), answer: Answer }),
  /** The agent no longer belongs to this worker; its files can be deleted. */
  z.object({ type: z.literal("release"), agentId }),
  /** Connect to a port of a run. The response is `stream-opened` or `stream-close`. */
  z.object({ type: z.literal("stream-open"), streamId: StreamId, runId, port: Port }),
  ...streamMessages,
]);
export type FromService = z.infer<typeof FromService>;
