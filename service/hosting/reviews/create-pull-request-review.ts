import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requirePullRequest } from "../pulls/pull-request-row";
import { publishReview } from "./publish-review";
import { reviewBody } from "./review-body";

/** Publishes the review and its comments at once. */
export const createPullRequestReviewOperation = implement(
  createPullRequestReview,
  async ({ principal, params, body }, context: HostingContext) => {
    const found = await requirePullRequest(context, principal, params);
    const author = await actorOf(context, principal);
    const { verdict, versionNumber, comments = [] } = body;
    const review = await publishReview(context, found, author, {
      verdict,
      versionNumber,
      // All comments of a review are on its version.
      comments: comments.map(({ body, inline, file, threadId }) => ({ body, inline, file, threadId })),
      body: body.body ?? "",
    });
    return reviewBody(context, review);
  },
);
