/** Event types an app can subscribe to, grouped for the picker. */
export const eventGroups: readonly { name: string; types: readonly string[] }[] = [
  {
    name: "Repositories",
    types: ["repository.created", "repository.deleted", "repository.pushed", "repository.metadata.updated"],
  },
  {
    name: "Pull requests",
    types: [
      "pull_request.created",
      "pull_request.head_ref.pushed",
      "pull_request.base_ref.updated",
      "pull_request.metadata.updated",
      "pull_request.closed",
      "pull_request.merged",
      "pull_request.reopened",
      "pull_request.published",
      "pull_request.label.added",
      "pull_request.label.removed",
    ],
  },
  {
    name: "Reviews",
    types: [
      "pull_request.comment.created",
      "pull_request.comment.reaction.added",
      "pull_request.comment.reaction.removed",
      "pull_request.review.submitted",
      "pull_request.review.dismissed",
      "pull_request.reviewer.added",
      "pull_request.reviewer.removed",
      "pull_request.reviewer.rerequested",
    ],
  },
  {
    name: "Checks",
    types: ["repository.check_run.created", "repository.check_run.completed", "repository.check_run.rerequested"],
  },
];

/** Sent to every app about its installations, without a subscription. */
export const installationEventTypes = ["created", "updated", "suspended", "unsuspended", "deleted"].map(
  (what) => `installation.${what}`,
);
