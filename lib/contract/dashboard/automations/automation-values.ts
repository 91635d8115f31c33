/** Values of automations. In a separate file so that importing it doesn't load the schemas. */
export const triggerKinds = ["schedule", "webhook", "event"] as const;
export type TriggerKind = (typeof triggerKinds)[number];

/** Events of pull requests on the hosting API. */
export const automationEvents = ["pull_request.opened", "check.failed", "label.added"] as const;
export type AutomationEvent = (typeof automationEvents)[number];

/** What happens to times at which no process was running: nothing, or one run for all of them. */
export const missedRules = ["skip", "once"] as const;
export type MissedRule = (typeof missedRules)[number];

/** What happens to a trigger while as many agents are running as allowed. */
export const overflowRules = ["skip", "queue"] as const;
export type OverflowRule = (typeof overflowRules)[number];

/** `signature`: an HMAC-SHA256 of the body. `token`: the secret itself in a header or the URL. */
export const webhookAuthentications = ["signature", "token"] as const;
export type WebhookAuthentication = (typeof webhookAuthentications)[number];

/** Why an automation doesn't run. The `owner_` reasons are fixed by another user saving it, who becomes its owner. */
export const pauseReasons = [
  "user",
  "owner_deleted",
  "owner_disabled",
  "owner_role",
  "failures",
  "invalid_schedule",
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** `manual`: started with Run now. */
export const firingKinds = [...triggerKinds, "manual"] as const;
export type FiringKind = (typeof firingKinds)[number];

export const firingStates = ["waiting", "launching", "launched", "skipped", "failed"] as const;
export type FiringState = (typeof firingStates)[number];

/** Maximum number of webhook and event triggers that an automation records per hour. Others are rejected or dropped. */
export const maxFiringsPerHour = 120;
/** Maximum number of triggers waiting for an automation. */
export const maxWaiting = 100;
/** Launches that fail in a row before an automation is paused. */
export const maxFailures = 10;
export const maxAutomations = 2_000;
