import { isoTime } from "@/lib/core/clock";
import type { Transaction } from "../../core/store/transaction";
import { type ActorRef, actorBodies } from "../actors/actor";
import { type PullRequestRow, pullRequestReference } from "../pulls/pull-request-row";
import { type EventService, recordEvent } from "../webhooks/record-event";

/** Records that a review was requested, requested again, or that its request was removed. */
export async function recordReviewerEvent(
  tx: Transaction,
  context: EventService,
  type: "pull_request.reviewer.added" | "pull_request.reviewer.removed" | "pull_request.reviewer.rerequested",
  pull: Pick<PullRequestRow, "id" | "number" | "repositoryId">,
  request: { reviewerId: string; requestedBy: ActorRef; requestedAt: number },
): Promise<void> {
  const { reviewerId, requestedBy, requestedAt } = request;
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
