import { z } from "zod";
import { agentId } from "../agents/agent";
import { CreateRunBody } from "../agents/create-run";

/** How many messages can wait for one agent. */
export const maxFollowUps = 20;
/** Attached images included. */
export const followUpBodyBytes = 25 * 1024 * 1024;

/**
 * `refused`: the service rejected it. `uncertain`: the response was lost, and whether a run started can't be determined.
 * Both block the queue until the message is edited, sent again or deleted.
 */
export const followUpStates = ["waiting", "sending", "refused", "uncertain", "sent"] as const;
export type FollowUpState = (typeof followUpStates)[number];

/** Why an agent's queue is paused. */
export const pauseReasons = [
  "refused",
  "uncertain",
  "author_disabled",
  "author_role",
  "archived",
  "run_failed",
  "run_canceled",
  "run_expired",
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The pull request a follow-up is about, as `owner/name/number`. */
export const PullAddress = z
  .string()
  .max(300)
  .regex(/^[^/\s]+\/[^/\s]+\/[1-9][0-9]*$/, "must have the form owner/name/number");

export const FollowUp = z.object({
  id: z.string(),
  agentId: z.string(),
  text: z.string(),
  mode: z.string().optional(),
  images: z.number(),
  mcpServers: z.number(),
  state: z.enum(followUpStates),
  /** Why it was refused, or why its last attempt failed. */
  problem: z.string().optional(),
  /** The user it is sent for. */
  author: z.object({ id: z.string(), name: z.string() }),
  /** True for messages of the calling user, who alone can edit them. */
  own: z.boolean(),
  pullRequest: z.string().optional(),
  /** The run it started. */
  runId: z.string().optional(),
  createdAt: z.string(),
});
export type FollowUp = z.infer<typeof FollowUp>;

/**
 * With an `id`, repeating the request after a lost response adds the message once. An `immediate` message is sent before the
 * queued ones, or rejected: with 409 `agent_busy` unless the agent is idle, and with the service's error if it rejects it.
 */
export const FollowUpBody = CreateRunBody.extend({
  id: z.uuid("must be a UUID").optional(),
  immediate: z.boolean().optional(),
  pullRequest: PullAddress.optional(),
});

export const AgentFollowUpsPath = z.object({ agentId });
export const FollowUpPath = z.object({ id: z.uuid("must be a message id") });
