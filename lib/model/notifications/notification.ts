import type { PauseReason } from "@/lib/contract/dashboard/automations/automation-values";
import type { NotificationEventType } from "@/lib/contract/dashboard/notifications/notification-events";
import { pauseLabels } from "../automations/pause-labels";
import { paths } from "../paths";
import { counted } from "../plural";
import type { PullAddress } from "../pull-address";
import type { AgentStatus } from "../status/agent-status";
import { runEndStatus, runEndTitle } from "./run-end";

/** What happened, as stored with its event. */
export interface NotificationFacts {
  agent?: { id: string; name: string } | undefined;
  /** The run that ended: its raw status and error code. */
  run?: { id: string; status: string; errorCode?: string | undefined } | undefined;
  /** What the agent asks, and the run that waits for the answer. */
  question?: { id: string; runId: string } | undefined;
  pull?: PullAddress | undefined;
  /** The user who approved, or the check that failed. */
  by?: string | undefined;
  /** How long the agent has been waiting for a worker. */
  minutes?: number | undefined;
  pool?: string | undefined;
  /** The name of the budget and how much of it is used. */
  budget?: { name: string; used: string } | undefined;
  automation?: { id: string; name: string; pauseReason: PauseReason } | undefined;
}

/** A notification as sent: one line, what it is about, and the page it links to. */
export interface NotificationText {
  title: string;
  detail: string;
  path: string;
}

const maxText = 200;

/** One line without control characters, as names and titles come from users and agents. */
export function oneLine(text: string, max = maxText): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, " ").trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

const pullTitles: Readonly<Partial<Record<NotificationEventType, string>>> = {
  "pull_request.opened": "Pull request opened",
  "pull_request.checks_failed": "Checks failed",
  "pull_request.review_requested": "Review requested",
  "pull_request.approved": "Pull request approved",
  "pull_request.merged": "Pull request merged",
};

/** What is read when a notification is sent. */
interface Subjects {
  /** The pull request's title, if the user can read it. */
  pullTitle?: string | undefined;
  /** The agent's status, if it is about the run that ended. */
  status?: AgentStatus | undefined;
}

function titleOf(type: NotificationEventType, facts: NotificationFacts, status: AgentStatus | undefined): string {
  const { run, by, minutes, pool, budget, automation } = facts;
  switch (type) {
    case "run.ended":
    case "run.failed":
      return runEndTitle(status ?? runEndStatus(run ?? { id: "", status: "" }, undefined));
    case "run.needs_input":
      return "Agent needs your input";
    case "queue.waiting":
      return `Waiting for a worker for ${counted(minutes ?? 0, "minute")}${pool === undefined ? "" : ` in ${pool}`}`;
    case "budget.warning":
      return `Nearly used: ${budget?.name ?? "budget"}`;
    case "budget.reached":
      return `Used up: ${budget?.name ?? "budget"}`;
    case "automation.paused":
      return `Automation paused: ${automation?.name ?? "deleted"}`;
    case "worker.lost":
      return `Worker disconnected${pool === undefined ? "" : ` in ${pool}`}`;
    default:
      return `${pullTitles[type] ?? type}${by === undefined ? "" : `: ${by}`}`;
  }
}

function pathOf({ agent, pull, budget, automation }: NotificationFacts): string {
  if (automation) return paths.automation(automation.id);
  if (budget) return paths.budgets();
  if (pull) return paths.pull(pull);
  return agent ? paths.agent(agent.id) : paths.home();
}

/** The text of a notification. */
export function notificationText(
  type: NotificationEventType,
  facts: NotificationFacts,
  { pullTitle, status }: Subjects = {},
): NotificationText {
  const { agent, pull, budget, automation } = facts;
  const address = pull && `${pull.ownerSlug}/${pull.repoName} #${pull.pullNumber}`;
  const why = automation && pauseLabels[automation.pauseReason];
  const about = [why, budget?.used, pull ? pullTitle : undefined, address, agent?.name].filter(
    (text) => text !== undefined && text !== "",
  );
  return {
    title: oneLine(titleOf(type, facts, status)),
    detail: oneLine(about.join(" · ")),
    path: pathOf(facts),
  };
}
