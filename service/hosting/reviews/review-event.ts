import type { Transaction } from "../../core/store/transaction";
import type { PullRequestRow } from "../pulls/pull-request-row";
import { pullRequestReference } from "../pulls/pull-request-row";
import { type EventService, recordEvent } from "../webhooks/record-event";
import { type ReviewRow, reviewBody } from "./review-body";

/** Records that a review was submitted or dismissed. */
export async function recordReviewEvent(
  tx: Transaction,
  context: EventService,
  type: "pull_request.review.submitted" | "pull_request.review.dismissed",
  pull: Pick<PullRequestRow, "id" | "number" | "repositoryId">,
  review: ReviewRow,
): Promise<void> {
  await recordEvent(tx, context, {
    type,
    repositoryId: pull.repositoryId,
    payload: async (repository) => ({
      pullRequest: pullRequestReference(repository, pull),
      review: await reviewBody({ db: tx }, review),
    }),
  });
}
