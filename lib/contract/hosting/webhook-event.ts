import { z } from "zod";

/** Types of events an app may subscribe to, with the scope an installation needs for them to be sent. */
export const eventScopes = {
  "repository.created": "repository:metadata:read",
  "repository.deleted": "repository:metadata:read",
  "repository.pushed": "repository:contents:read",
  "repository.metadata.updated": "repository:metadata:read",
  "pull_request.created": "repository:pull_requests:read",
  "pull_request.head_ref.pushed": "repository:pull_requests:read",
  "pull_request.base_ref.updated": "repository:pull_requests:read",
  "pull_request.metadata.updated": "repository:pull_requests:read",
  "pull_request.closed": "repository:pull_requests:read",
  "pull_request.merged": "repository:pull_requests:read",
  "pull_request.reopened": "repository:pull_requests:read",
  "pull_request.published": "repository:pull_requests:read",
  "pull_request.label.added": "repository:pull_requests:read",
  "pull_request.label.removed": "repository:pull_requests:read",
  "pull_request.comment.created": "repository:pull_requests:reviews:read",
  "pull_request.comment.reaction.added": "repository:pull_requests:reviews:read",
  "pull_request.comment.reaction.removed": "repository:pull_requests:reviews:read",
  "pull_request.review.submitted": "repository:pull_requests:reviews:read",
  "pull_request.review.dismissed": "repository:pull_requests:reviews:read",
  "pull_request.reviewer.added": "repository:pull_requests:reviews:read",
  "pull_request.reviewer.removed": "repository:pull_requests:reviews:read",
  "pull_request.reviewer.rerequested": "repository:pull_requests:reviews:read",
  "repository.check_run.created": "repository:checks:read",
  "repository.check_run.completed": "repository:checks:read",
  "repository.check_run.rerequested": "repository:checks:read",
} as const;

export type SubscribableEvent = keyof typeof eventScopes;

const isSubscribable = (type: string): type is SubscribableEvent => Object.hasOwn(eventScopes, type);

/** In the order of the specification; `installation.*` always reach the app and are none of them. */
export const subscribableEvents: readonly SubscribableEvent[] = Object.keys(eventScopes).filter(isSubscribable);

/** What an app is told of its own installations. */
export const installationEvents = [
  "installation.created",
  "installation.updated",
  "installation.suspended",
  "installation.unsuspended",
  "installation.deleted",
] as const;
export type InstallationEvent = (typeof installationEvents)[number];

/** What an app subscribes to, each type once. */
export const SubscribedEvents = z
  .array(z.string().refine(isSubscribable, "must be valid event types"))
  .max(100)
  .transform((types) => [...new Set(types)]);
