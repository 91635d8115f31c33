import { and, eq } from "drizzle-orm";
import { putPullRequestReviewDraft } from "@/lib/contract/hosting/reviews/put-pull-request-review-draft";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { reviewDrafts } from "../../core/store/tables/reviews";
import { actorOf } from "../actors/actor";
import { nameComments, resolveCommentTargets } from "../comments/write-comments";
import { requireVersion } from "../pulls/find-version";
import { requirePullRequest } from "../pulls/pull-request-row";
import { reviewDraftBody } from "./review-draft-row";

/** Stores the caller's unsubmitted review. It sends no events and leaves review requests pending. */
export const putPullRequestReviewDraftOperation = implement(
  putPullRequestReviewDraft,
  async ({ principal, params, body }, context: HostingContext) => {
    const found = await requirePullRequest(context, principal, params);
    const author = await actorOf(context, principal);
    const version = await requireVersion(context.db, found, body.versionNumber);
    const comments = body.comments ?? [];
    await resolveCommentTargets(context, found, version, nameComments(comments));
    const content = {
      version: version.number,
      verdict: body.verdict ?? ("comment" as const),
      body: body.body ?? "",
      comments,
      authorAppId: author.appId ?? null,
      revision: context.ids.typed("rvn"),
      updatedAt: context.clock.now(),
    };
    const target = [reviewDrafts.pullRequestId, reviewDrafts.authorId];
    const insert = context.db
      .insert(reviewDrafts)
      .values({ id: context.ids.typed("rev"), pullRequestId: found.pull.id, authorId: author.id, ...content });
    const [row] = await (body.expectedRevision === undefined
      ? insert.onConflictDoUpdate({ target, set: content })
      : body.expectedRevision === ""
        ? insert.onConflictDoNothing({ target })
        : context.db
            .update(reviewDrafts)
            .set(content)
            .where(
              and(
                eq(reviewDrafts.pullRequestId, found.pull.id),
                eq(reviewDrafts.authorId, author.id),
                eq(reviewDrafts.revision, body.expectedRevision),
              ),
            )
    ).returning();
    if (!row) throw apiError.repohost("Aborted", "The draft was changed elsewhere", "expectedRevision");
    return reviewDraftBody(context, row);
  },
);
