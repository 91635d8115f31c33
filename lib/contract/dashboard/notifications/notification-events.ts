/** What a channel can notify about. In a separate file so that importing it doesn't load the schemas. */
export const notificationEvents = [
  "run.ended",
  "run.failed",
  "run.needs_input",
  "pull_request.opened",
  "pull_request.checks_failed",
  "pull_request.review_requested",
  "pull_request.approved",
  "pull_request.merged",
  "queue.waiting",
  "worker.lost",
  "budget.warning",
  "budget.reached",
  "automation.paused",
] as const;
export type NotificationEventType = (typeof notificationEvents)[number];

/** Every user has one `inbox`, in the dashboard. They add the others. */
export const channelKinds = ["inbox", "email", "push", "slack", "webhook"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** What a new channel notifies about: everything but the ends of all runs, which are many, and waiting requests. */
export const defaultEvents = notificationEvents.filter((type) => type !== "run.ended" && type !== "queue.waiting");
/** `queue.waiting` is sent after this many minutes, unless the user changes it. */
export const defaultQueueMinutes = 10;

/** `mine`: agents the user launched or sent the run's message to, their pull requests, and the user's own pull requests and automations. */
export const notificationScopes = ["mine", "all"] as const;
export type NotificationScope = (typeof notificationScopes)[number];

export const digests = ["off", "hourly", "daily"] as const;
export type Digest = (typeof digests)[number];
