import { z } from "zod";
import { AgentId, RunId, WireFrame, WireOutcome } from "./run-parts";
import { maxPorts, Port, StreamId, streamMessages } from "./stream-messages";

const shortText = z.string().min(1).max(200);

/** Labels reserved for the service. */
export const reservedLabels: ReadonlySet<string> = new Set(["repo", "pool"]);

export const WorkerId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/, "must contain only letters, digits and . _ : -");

export const Label = z.object({
  key: shortText.refine((key) => !reservedLabels.has(key), "is reserved"),
  value: z.string().max(1_000),
});
export type Label = z.infer<typeof Label>;

export const Register = z.object({
  type: z.literal("register"),
  /** Protocol versions the worker supports. */
  versions: z.array(z.number().int().positive()).min(1).max(16),
  workerId: WorkerId,
  /** Regenerated each time a worker starts. */
  incarnation: z.uuid(),
  /** The process is reconnecting: it resumes, unless a newer process has registered. */
  resumed: z.boolean(),
  name: shortText,
  /** Absent for a personal machine. */
  pool: shortText.optional(),
  labels: z.array(Label).max(64),
  /** The repository its folder is a checkout of; absent for any-repo workers. */
  repository: z.object({ owner: shortText, name: shortText, url: z.string().max(2_048).optional() }).optional(),
  workspaceRootPath: z.string().max(4_096),
  /** Models it can run. */
  models: z.array(shortText).min(1).max(100),
  isolation: z.enum(["bubblewrap", "none"]),
  /** Maximum concurrent runs; 1 for pool workers. */
  capacity: z.number().int().min(1).max(16),
  /** Runs in progress or with an undelivered outcome. */
  runs: z.array(RunId).max(64),
  /** Agents whose files it has. */
  agents: z.array(AgentId).max(10_000),
  draining: z.boolean(),
});
export type Register = z.infer<typeof Register>;

/** Messages from a worker. Sequence numbers count the frames of a run from 1. */
export const FromWorker = z.discriminatedUnion("type", [
  Register,
  z.object({ type: z.literal("heartbeat") }),
  /** The run wasn't started and won't be. */
  z.object({ type: z.literal("decline"), runId: RunId, reason: z.string().max(1_000) }),
  z.object({
    type: z.literal("frames"),
    runId: RunId,
    /** Sequence number of the first frame. */
    first: z.number().int().positive(),
    frames: z.array(WireFrame).min(1).max(5_000),
  }),
  /** The final message of a run: all its processes have exited and its slot is free. */
  z.object({
    type: z.literal("outcome"),
    runId: RunId,
    /** Total frames of the run; all of them must have been received. */
    frames: z.number().int().nonnegative(),
    outcome: WireOutcome,
  }),
  z.object({ type: z.literal("credential"), id: z.number().int().nonnegative(), runId: RunId }),
  /** The worker accepts no more runs. */
  z.object({ type: z.literal("drain") }),
  /** The service can connect to these ports of a run from now on. Repeated after each welcome. */
  z.object({ type: z.literal("ports"), runId: RunId, ports: z.array(Port).max(maxPorts) }),
  /** Something listens on the stream's port and accepted the connection. */
  z.object({ type: z.literal("stream-opened"), streamId: StreamId }),
  ...streamMessages,
]);
export type FromWorker = z.infer<typeof FromWorker>;
