import { and, asc, eq, gt, or } from "drizzle-orm";
import { z } from "zod";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { implement } from "../../core/http/implement";
import { pageOf, readPage, readPosition } from "../../core/http/page-token";
import { reviews } from "../../core/store/tables/reviews";
import { pullRequestReference, requirePullRequest } from "../pulls/pull-request-row";
import { reviewBodies } from "./review-body";

const After = z.tuple([z.number().int(), z.string()]);

export const listPullRequestReviewsOperation = implement(
  listPullRequestReviews,
  async ({ principal, params, query }, context) => {
    const { repository, pull } = await requirePullRequest(context, principal, params);
    const list = `reviews ${pull.id}`;
    const page = readPage(list, query);
    const [time, id] = readPosition(page.after, After) ?? [];
    const rows = await context.db
      .select()
      .from(reviews)
      .where(
        and(
          eq(reviews.pullRequestId, pull.id),
          time === undefined || id === undefined
            ? undefined
            : or(gt(reviews.submittedAt, time), and(eq(reviews.submittedAt, time), gt(reviews.id, id))),
        ),
      )
      .orderBy(asc(reviews.submittedAt), asc(reviews.id))
      .limit(page.size + 1);
    const { items, nextPageToken } = pageOf(list, page.size, rows, (row) => JSON.stringify([row.submittedAt, row.id]));
    return {
      reviews: await reviewBodies(context, pull.id, items),
      pullRequest: pullRequestReference(repository, pull),
      nextPageToken,
    };
  },
);
