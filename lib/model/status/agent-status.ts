import { isTerminal } from "@/lib/contract/agents/terminal";
import type { OfflineWorker, PullFacts } from "@/lib/contract/dashboard/agent-row";
import { counted } from "../plural";
import { clockText } from "../queue/wait-stats";
import type { Wait } from "../queue/why-waiting";
import type { runErrorTexts } from "../runs/run-errors";

/** What the status of an agent says about one of its pull requests. */
export type PullStatusFacts = Pick<PullFacts, "state" | "draft" | "checks" | "review" | "mergeability">;

/** What is known about an agent. Absent facts are unknown. */
export interface StatusFacts {
  /** The agent's raw status. */
  status: string;
  env: { type: string; name?: string | undefined };
  /** The latest run; `status` is its raw status. */
  run?: RunFacts | undefined;
  /** Why it waits for a worker; see `whyWaiting`. */
  wait?: Pick<Wait, "short" | "blocked"> | undefined;
  /** Its pull requests, or `unknown` if only their addresses are known. */
  pulls?: readonly PullStatusFacts[] | "unknown" | undefined;
}

export interface RunFacts {
  status: string;
  /** ISO 8601. */
  createdAt?: string | undefined;
  durationMs?: number | undefined;
  failedSteps?: number | undefined;
  errorCode?: string | undefined;
  /** It waits for the user's answer. */
  asks?: boolean | undefined;
  /** It ended with a plan that waits for approval. */
  plan?: boolean | undefined;
  /** The worker it waits for, which is offline. */
  offlineWorker?: OfflineWorker | undefined;
}

/** Those that need a user most are first. */
export const statusKinds = [
  "input",
  "failed",
  "expired",
  "plan",
  "checks",
  "changes",
  "conflict",
  "review",
  "ready",
  "draft",
  "queued",
  "starting",
  "running",
  "canceled",
  "finished",
  "merged",
  "closed",
  "archived",
  "unknown",
] as const;
export type StatusKind = (typeof statusKinds)[number];

/** What to do next. */
export type NextAction = "addWorker" | "answer" | "approve" | "fix" | "merge" | "retry" | "review";

/** The one status of an agent that all screens show. */
export interface AgentStatus {
  kind: StatusKind;
  label: string;
  reason?: string | undefined;
  failedSteps: number;
  /** When its clock started, ISO 8601: for active runs. */
  since?: string | undefined;
  /** How long an ended run took. */
  durationMs?: number | undefined;
  next?: NextAction | undefined;
}

/** The words that all screens use. */
export const statusLabels: Readonly<Record<Exclude<StatusKind, "unknown">, string>> = {
  queued: "Queued",
  starting: "Starting",
  running: "Running",
  input: "Needs input",
  failed: "Failed",
  expired: "Expired",
  plan: "Plan ready",
  checks: "Checks failed",
  changes: "Changes requested",
  conflict: "Merge conflict",
  review: "Needs review",
  ready: "Ready to merge",
  draft: "Draft PR",
  canceled: "Canceled",
  finished: "Finished",
  merged: "Merged",
  closed: "PR closed",
  archived: "Archived",
};

/** The reasons of failed runs in a word or two. */
const failureReasons: Readonly<Record<keyof typeof runErrorTexts, string>> = {
  agent_crashed: "agent stopped",
  agent_not_found: "program not found",
  agent_not_responding: "agent didn't start",
  agent_protocol: "protocol error",
  agent_error: "agent error",
  agent_needs_key: "key missing",
  refused: "agent refused",
  invalid_model: "model not available",
  mode_not_supported: "mode not supported",
  images_not_supported: "images not supported",
  mcp_not_supported: "MCP server not supported",
  mcp_not_connected: "MCP server not connected",
  repository_access: "no repository access",
  upstream_error: "repository unreachable",
  invalid_branch_name: "invalid branch",
  pr_resolution_failed: "pull request not found",
  environment_invalid: "invalid environment file",
  environment_unsupported: "unsupported environment",
  environment_image_failed: "container image",
  environment_install_failed: "install",
  environment_start_failed: "start command",
  install_failed: "agent not installed",
  commit_failed: "commit",
  push_rejected: "push rejected",
  workspace_unusable: "unusable workspace",
  time_limit: "time limit",
  disk_limit: "disk limit",
  process_limit: "process limit",
  memory_limit: "memory limit",
  run_process_failed: "run process",
  service_restarted: "service restarted",
  service_stopped: "service stopped",
  session_start_failed: "worker's start command",
  worker_lost: "worker disconnected",
  worker_restarted: "worker restarted",
  worker_stopped: "worker stopped",
  internal_error: "internal error",
};
const reasonByCode: ReadonlyMap<string, string> = new Map(Object.entries(failureReasons));

const agentLabels: ReadonlyMap<string, string> = new Map([
  ["ACTIVE", "Active"],
  ["IDLE", "Idle"],
]);

const nextActions: Readonly<Partial<Record<StatusKind, NextAction>>> = {
  input: "answer",
  failed: "retry",
  expired: "retry",
  canceled: "retry",
  plan: "approve",
  checks: "fix",
  changes: "fix",
  conflict: "fix",
  review: "review",
  draft: "review",
  ready: "merge",
};

/** Active runs with a clock. What an unknown status means is unknown. */
const clocked: ReadonlySet<StatusKind> = new Set(["queued", "starting", "running"]);

/** What an open pull request needs first. */
function openPullKind({ draft, checks, review, mergeability }: PullStatusFacts): StatusKind {
  if (draft) return "draft";
  if (checks === "failed") return "checks";
  if (review === "changes_requested") return "changes";
  if (mergeability === "conflict") return "conflict";
  return review === "approved" && mergeability === "mergeable" ? "ready" : "review";
}

/** The most urgent open pull request decides, otherwise whether one was merged. */
function pullsKind(pulls: StatusFacts["pulls"]): StatusKind {
  if (pulls === undefined || pulls === "unknown" || pulls.length === 0) return "finished";
  const kinds = new Set(
    pulls.map((pull) => (pull.state === "open" ? openPullKind(pull) : pull.state === "merged" ? "merged" : "closed")),
  );
  return statusKinds.find((kind) => kinds.has(kind)) ?? "finished";
}

/** The kind of a status alone, for counting many agents. */
export function statusKind({ status, env, run, pulls }: StatusFacts): StatusKind {
  if (status === "ARCHIVED") return "archived";
  switch (run?.status) {
    case "CREATING":
      return env.type === "cloud" ? "starting" : "queued";
    case "RUNNING":
      return run.asks ? "input" : "running";
    case "ERROR":
      return "failed";
    case "EXPIRED":
      return "expired";
    case "CANCELLED":
      return "canceled";
    case "FINISHED":
      return run.plan ? "plan" : pullsKind(pulls);
    default:
      return "unknown";
  }
}

/** What a pull request waits for before it is worth a review. */
const checkReasons: Readonly<Partial<Record<NonNullable<PullFacts["checks"]>, string>>> = {
  pending: "checks running",
  attention: "checks need action",
};

function reviewReason(pulls: StatusFacts["pulls"]): string | undefined {
  const open = pulls === "unknown" ? [] : (pulls ?? []).filter((pull) => pull.state === "open");
  const reasons = open.map(({ checks }) => checkReasons[checks ?? "none"]);
  return reasons.find((reason) => reason !== undefined);
}

function reasonOf(kind: StatusKind, { env, run, wait, pulls }: StatusFacts): string | undefined {
  if (kind === "queued") return wait?.short ?? (env.name ? `waiting for ${env.name}` : "waiting for a worker");
  if (kind === "running" && run?.offlineWorker) return "worker offline";
  if (kind === "expired") return "no worker picked it up";
  if (kind === "finished" && pulls === "unknown") return "pull request";
  if (kind === "review") return reviewReason(pulls);
  return kind === "failed" ? reasonByCode.get(run?.errorCode ?? "") : undefined;
}

/** Errors whose command is one of the failed steps. */
const commandErrors: ReadonlySet<string> = new Set(["environment_install_failed", "environment_start_failed"]);

/** How many steps failed besides the one that the reason names. */
function otherFailedSteps({ failedSteps = 0, errorCode = "" }: Partial<RunFacts> = {}): number {
  return commandErrors.has(errorCode) ? Math.max(failedSteps - 1, 0) : failedSteps;
}

/** The status of an agent. Raw statuses of a newer service are shown as they are. */
export function agentStatus(facts: StatusFacts): AgentStatus {
  const { status, run } = facts;
  const kind = statusKind(facts);
  const active = run !== undefined && !isTerminal(run.status);
  const next = kind === "queued" && facts.wait?.blocked ? "addWorker" : nextActions[kind];
  return {
    kind,
    label: kind === "unknown" ? (run?.status ?? agentLabels.get(status) ?? status) : statusLabels[kind],
    reason: reasonOf(kind, facts),
    failedSteps: active || kind === "archived" ? 0 : otherFailedSteps(run),
    since: active && clocked.has(kind) ? run.createdAt : undefined,
    durationMs: active ? undefined : run?.durationMs,
    next,
  };
}

/** What is done once someone has looked at it. A pull request that could merely be merged isn't urgent, and neither is a draft. */
const settled: ReadonlySet<StatusKind> = new Set(["canceled", "ready", "draft"]);

/** Whether the agent waits for the user rather than for time to pass. */
export const needsUser = ({ kind, next }: AgentStatus): boolean => next !== undefined && !settled.has(kind);

/** What follows the label: ` 2:14`, ` · no worker in gpu`, `: install`, ` · 1 failed step`. `now` in Unix milliseconds. */
export function statusDetail({ kind, reason, failedSteps, since }: AgentStatus, now?: number): string {
  const clock =
    since !== undefined && now !== undefined && kind !== "queued" ? ` ${clockText(now - Date.parse(since))}` : "";
  const why = reason === undefined ? "" : kind === "failed" ? `: ${reason}` : ` · ${reason}`;
  return `${clock}${why}${failedSteps > 0 ? ` · ${counted(failedSteps, "failed step")}` : ""}`;
}

/** The whole status as text: `Running 2:14`, `Failed: install`. */
export const statusText = (status: AgentStatus, now?: number): string => `${status.label}${statusDetail(status, now)}`;
