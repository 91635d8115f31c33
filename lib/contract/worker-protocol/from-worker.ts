import { z } from "zod";
import { AgentId, RunId, WireFrame, WireOutcome } from "./run-parts";

const word = z.string().min(1).max(200);

/** Labels the service sets itself. */
export const reservedLabels: ReadonlySet<string> = new Set(["repo", "pool"]);

export const WorkerId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/, "must be letters, digits and . _ : -");

export const Label = z.object({
  key: word.refine((key) => !reservedLabels.has(key), "is reserved"),
  value: z.string().max(1_000),
});
export type Label = z.infer<typeof Label>;

export const Register = z.object({
  type: z.literal("register"),
  /** Versions the worker speaks. */
  versions: z.array(z.number().int().positive()).min(1).max(16),
  workerId: WorkerId,
  /** Made anew by each start of a worker. */
  incarnation: z.uuid(),
  /** This start was welcomed before: it goes on, and gives way to one that was started after it. */
  resumed: z.boolean(),
  name: word,
  /** Absent for a personal machine. */
  pool: word.optional(),
  labels: z.array(Label).max(64),
  /** The repository its folder is a checkout of; absent for a worker of any repository. */
  repository: z.object({ owner: word, name: word, url: z.string().max(2_048).optional() }).optional(),
  workspaceRootPath: z.string().max(4_096),
  /** Ids of the models whose agents it can run. */
  models: z.array(word).min(1).max(100),
  isolation: z.enum(["bubblewrap", "none"]),
  /** Runs at once; one for workers of a pool. */
  capacity: z.number().int().min(1).max(16),
  /** Runs it executes, or whose outcome it still has to deliver. */
  runs: z.array(RunId).max(64),
  /** Agents whose files it keeps. */
  agents: z.array(AgentId).max(10_000),
  draining: z.boolean(),
});
export type Register = z.infer<typeof Register>;

/** What a worker sends. Sequences count the frames of a run from 1. */
export const FromWorker = z.discriminatedUnion("type", [
  Register,
  z.object({ type: z.literal("heartbeat") }),
  /** The run was not begun and will not be. */
  z.object({ type: z.literal("decline"), runId: RunId, reason: z.string().max(1_000) }),
  z.object({
    type: z.literal("frames"),
    runId: RunId,
    /** Sequence of the first of them. */
    first: z.number().int().positive(),
    frames: z.array(WireFrame).min(1).max(5_000),
  }),
  /** The last word on a run: no process of it is left, and its place is free. */
  z.object({
    type: z.literal("outcome"),
    runId: RunId,
    /** Frames of the whole run: all of them must have arrived. */
    frames: z.number().int().nonnegative(),
    outcome: WireOutcome,
  }),
  z.object({ type: z.literal("credential"), id: z.number().int().nonnegative(), runId: RunId }),
  /** The worker takes no more runs. */
  z.object({ type: z.literal("drain") }),
]);
export type FromWorker = z.infer<typeof FromWorker>;
