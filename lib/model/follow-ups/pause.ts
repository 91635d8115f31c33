import type { FollowUpState, PauseReason } from "@/lib/contract/dashboard/follow-up";
import { type Role, roleAllows } from "@/lib/contract/operation";

/** The facts that decide whether a queue's first message can be sent. */
export interface QueueFacts {
  head: { state: FollowUpState; force: boolean };
  author: { disabled: boolean; role: Role };
  /** Unknown while the agent isn't indexed. `runStatus` and `errorCode` are of its latest run. */
  agent: { status: string; latestRunId: string; runStatus: string; errorCode?: string | undefined } | undefined;
  /** The run after which a user resumed the queue. */
  resumedRunId: string | undefined;
}

const runReasons: ReadonlyMap<string, PauseReason> = new Map([
  ["ERROR", "run_failed"],
  ["CANCELLED", "run_canceled"],
  ["EXPIRED", "run_expired"],
]);

/** Runs that ended because what they ran on stopped. No user chose to end them, and their agent can continue. */
const interruptions: ReadonlySet<string | undefined> = new Set([
  "service_restarted",
  "service_stopped",
  "worker_lost",
  "worker_restarted",
  "worker_stopped",
]);

/**
 * Why the queue is paused; `undefined` if it isn't. "Send now" and a resumed queue ignore how the last run ended, but the
 * author's role always applies.
 */
export function findPauseReason({ head, author, agent, resumedRunId }: QueueFacts): PauseReason | undefined {
  if (head.state === "refused" || head.state === "uncertain") return head.state;
  if (head.state === "sending") return undefined;
  if (author.disabled) return "author_disabled";
  if (!roleAllows(author.role, "operator")) return "author_role";
  if (!agent) return undefined;
  if (agent.status === "ARCHIVED") return "archived";
  if (head.force || agent.latestRunId === resumedRunId) return undefined;
  return interruptions.has(agent.errorCode) ? undefined : runReasons.get(agent.runStatus);
}

/** Pauses that a user can end with Resume. */
export const canResume = (reason: PauseReason): boolean => reason.startsWith("run_");
