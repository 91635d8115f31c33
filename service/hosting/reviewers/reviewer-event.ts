import { isoTime } from "@/lib/core/clock";
import type { Transaction } from "../../core/store/transaction";
import { type ActorRef, actorBodies } from "../actors/actor";
import { type PullRequestRow, pullRequestReference } from "../pulls/pull-request-row";
import { recordTimelineEvent } from "../pulls/record-timeline-event";
import { type EventService, recordEvent } from "../webhooks/record-event";

const timelineTypes = {
  "pull_request.reviewer.added": "review_requested",
  "pull_request.reviewer.removed": "review_request_removed",
  "pull_request.reviewer.rerequested": "review_rerequested",
} as const;

/** Records that a review was requested, requested again, or that its request was removed. */
export async function recordReviewerEvent(
  tx: Transaction,
  context: EventService,
  type: keyof typeof timelineTypes,
  pull: Pick<PullRequestRow, "id" | "number" | "repositoryId">,
  request: { reviewerId: string; requestedBy: ActorRef; requestedAt: number; by: ActorRef },
): Promise<void> {
  const { reviewerId, requestedBy, requestedAt, by } = request;
  await recordTimelineEvent(tx, context, pull, { type: timelineTypes[type], by, details: { reviewerId } });
  await recordEvent(tx, context, {
    type,
    repositoryId: pull.repositoryId,
    async payload(repository) {
      const actor = await actorBodies({ db: tx }, [{ id: reviewerId }, requestedBy]);
      const { user } = actor({ id: reviewerId });
      return {
        pullRequest: pullRequestReference(repository, pull),
        reviewer: user ? { user } : { group: { id: reviewerId } },
        createdVia: "manual",
        createdBy: actor(requestedBy),
        createdAt: isoTime(requestedAt),
      };
    },
  });
}
