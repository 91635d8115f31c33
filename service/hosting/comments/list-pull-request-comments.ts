import { and, asc, eq, gt, gte, inArray, lte, or } from "drizzle-orm";
import { z } from "zod";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { implement } from "../../core/http/implement";
import { pageOf, readPage, readPosition } from "../../core/http/page-token";
import { commentThreads, pullComments } from "../../core/store/tables/reviews";
import { pullRequestReference, requirePullRequest } from "../pulls/pull-request-row";
import { commentBodies } from "./comment-body";

const After = z.tuple([z.number().int(), z.string()]);

/** All comments, oldest first. A page token is only valid with the filters it was issued for. */
export const listPullRequestCommentsOperation = implement(
  listPullRequestComments,
  async ({ principal, params, query }, context) => {
    const { repository, pull } = await requirePullRequest(context, principal, params);
    const { since, until, threadIds } = query;
    const list = JSON.stringify(["comments", pull.id, since ?? null, until ?? null, threadIds]);
    const page = readPage(list, query);
    const [time, id] = readPosition(page.after, After) ?? [];
    const rows = await context.db
      .select({ comment: pullComments, thread: commentThreads })
      .from(pullComments)
      .innerJoin(commentThreads, eq(commentThreads.id, pullComments.threadId))
      .where(
        and(
          eq(pullComments.pullRequestId, pull.id),
          threadIds.length === 0 ? undefined : inArray(pullComments.threadId, threadIds),
          since === undefined ? undefined : gte(pullComments.createdAt, Date.parse(since)),
          until === undefined ? undefined : lte(pullComments.createdAt, Date.parse(until)),
          time === undefined || id === undefined
            ? undefined
            : or(gt(pullComments.createdAt, time), and(eq(pullComments.createdAt, time), gt(pullComments.id, id))),
        ),
      )
      .orderBy(asc(pullComments.createdAt), asc(pullComments.id))
      .limit(page.size + 1);
    const { items, nextPageToken } = pageOf(list, page.size, rows, ({ comment }) =>
      JSON.stringify([comment.createdAt, comment.id]),
    );
    return {
      comments: await commentBodies(context, pull.id, items),
      pullRequest: pullRequestReference(repository, pull),
      nextPageToken,
    };
  },
);
