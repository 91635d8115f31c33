import type {
  ChannelKind,
  Digest,
  NotificationEventType,
  NotificationScope,
} from "@/lib/contract/dashboard/notifications/notification-events";

export const eventLabels: Readonly<Record<NotificationEventType, { label: string; hint?: string }>> = {
  "run.ended": { label: "Run ended", hint: "Finished or canceled" },
  "run.failed": { label: "Run failed", hint: "Failed or expired" },
  "run.needs_input": { label: "Agent needs input" },
  "pull_request.opened": { label: "Pull request opened" },
  "pull_request.checks_failed": { label: "Checks failed" },
  "pull_request.review_requested": { label: "Review requested from you" },
  "pull_request.approved": { label: "Pull request approved" },
  "pull_request.merged": { label: "Pull request merged" },
  "queue.waiting": { label: "Long wait for a worker" },
  "worker.lost": { label: "Worker disconnected" },
  "budget.warning": { label: "Budget nearly used", hint: "Budgets that apply to you" },
  "budget.reached": { label: "Budget used up", hint: "Budgets that apply to you" },
  "automation.paused": { label: "Automation paused", hint: "Except when a user pauses it" },
};

export const kindLabels: Readonly<Record<ChannelKind, string>> = {
  inbox: "Inbox",
  email: "Email",
  push: "Browser",
  slack: "Slack",
  webhook: "Webhook",
};

export const scopeLabels: Readonly<Record<NotificationScope, string>> = {
  mine: "Yours",
  all: "All",
};

export const digestLabels: Readonly<Record<Digest, string>> = {
  off: "As they happen",
  hourly: "Once an hour",
  daily: "Once a day",
};
