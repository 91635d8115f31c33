import { z } from "zod";

/** Event types an app can subscribe to, with the scope an installation needs to receive them. */
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

/** In specification order. `installation.*` events are always delivered, so they aren't listed. */
export const subscribableEvents: readonly SubscribableEvent[] = Object.keys(eventScopes).filter(isSubscribable);

/** Events about an app's own installations. */
export const installationEvents = [
  "installation.created",
  "installation.updated",
  "installation.suspended",
  "installation.unsuspended",
  "installation.deleted",
] as const;
export type InstallationEvent = (typeof installationEvents)[number];

/** Subscribed event types, without duplicates. */
export const SubscribedEvents = z
  .array(z.string().refine(isSubscribable, `must be one of ${subscribableEvents.join(", ")}`))
  .max(100)
  .transform((types) => [...new Set(types)]);
