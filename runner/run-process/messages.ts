import { z } from "zod";
import { promptBodyBytes } from "@/lib/contract/agents/prompt";
import { framesPerMessage } from "@/lib/contract/worker-protocol/limits";
import { McpTokenRequest, WireFrame, WireOutcome } from "@/lib/contract/worker-protocol/run-parts";
import { maxPorts, Port } from "@/lib/contract/worker-protocol/stream-messages";
import type { AgentGit, RunContext, RunSpec } from "../run/run-spec";

/** Requests that a run's process can have waiting at once. */
export const maxWaitingRequests = 1_000;
/** Of these, the most that a run's process sends to store frames. */
export const maxUnstoredRequests = 100;
/** Bytes of frames that a run's process can have waiting to be stored. */
export const maxUnstoredBytes = 64 * 1024 ** 2;
/** Bytes of a message to a run's process: the images of a prompt, and what belongs to it. */
export const maxStartBytes = promptBodyBytes + 64 * 1024 ** 2;

/** What a run's process asks for. The response is a `reply`. */
export const RunRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("record"), frames: z.array(WireFrame).min(1).max(framesPerMessage) }),
  z.object({ kind: z.literal("started") }),
  z.object({ kind: z.literal("git-credential") }),
  z.object({ kind: z.literal("agent-git-credential") }),
  z.object({ kind: z.literal("outside-remote"), cloneUrl: z.string().max(4_096) }),
  McpTokenRequest.extend({ kind: z.literal("mcp-token") }),
  z.object({ kind: z.literal("answer"), questionId: z.string().max(200) }),
]);
export type RunRequest = z.infer<typeof RunRequest>;

const id = z.number().int().nonnegative();

/** Messages from a run's process. It handles what an agent sends, so they are checked. */
export const FromRun = z.discriminatedUnion("type", [
  /** Sent every second. */
  z.object({ type: z.literal("alive") }),
  z.object({ type: z.literal("request"), id, request: RunRequest }),
  /** The response to a request is no longer needed. */
  z.object({ type: z.literal("abandon"), id }),
  /** The ports of the environment file, once the sandbox that serves them is open. */
  z.object({ type: z.literal("ports"), ports: z.array(Port).max(maxPorts) }),
  /** The last message: no process of the run is left. */
  z.object({ type: z.literal("outcome"), outcome: WireOutcome }),
]);
export type FromRun = z.infer<typeof FromRun>;

/** Parts of the context of a run that its process gets as they are. */
type SharedContext = Pick<RunContext, "sandbox" | "egress" | "gitProtocols" | "limits" | "remoteDependencies">;

/** What a process needs to execute a run. */
export interface RunStart extends SharedContext {
  spec: RunSpec;
  agentGit: Pick<AgentGit, "origin" | "addresses"> | undefined;
  snapshots: { folder: string; limitBytes: number } | undefined;
  images: { engine: readonly string[]; folder: string; limitBytes: number } | undefined;
  /** Requests that the parent responds to. */
  offers: { outsideRemote: boolean; mcpToken: boolean; answers: boolean };
  logLevel: string;
  /** Headers of the trace that the run belongs to. */
  trace: Readonly<Record<string, string>>;
}

/** Messages to a run's process, from the process that started it and that it trusts. */
export const ToRun = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), start: z.custom<RunStart>() }),
  z.object({
    type: z.literal("reply"),
    id,
    value: z.unknown().optional(),
    /** Why the request failed. With a code, users see the message. */
    failure: z.object({ code: z.string().optional(), message: z.string() }).optional(),
  }),
  z.object({ type: z.literal("cancel") }),
]);
export type ToRun = z.infer<typeof ToRun>;
