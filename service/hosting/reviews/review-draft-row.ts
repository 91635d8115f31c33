import { and, eq } from "drizzle-orm";
import type { PullRequestReviewDraft } from "@/lib/contract/hosting/reviews/review-draft";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import type { Principal } from "../../core/principal";
import { reviewDrafts } from "../../core/store/tables/reviews";
import { actorBodies, actorOf, type Readable } from "../actors/actor";
import { findVersions, versionReference } from "../pulls/find-version";
import { requirePullRequest } from "../pulls/pull-request-row";

export type ReviewDraftRow = typeof reviewDrafts.$inferSelect;

/** The response body of a draft: a review without `submittedAt`. */
export async function reviewDraftBody(context: Readable, row: ReviewDraftRow): Promise<PullRequestReviewDraft> {
  const { id, authorId, authorAppId, verdict, body, comments, revision, updatedAt } = row;
  const ref = { id: authorId, appId: authorAppId };
  const version = (await findVersions(context.db, row.pullRequestId, [row.version])).get(row.version);
  if (!version) throw new Error(`review draft ${id} refers to a missing version`);
  const author = (await actorBodies(context, [ref]))(ref);
  const pullRequestVersion = versionReference(version);
  return { id, author, verdict, body, pullRequestVersion, comments, revision, updatedAt: isoTime(updatedAt) };
}

type PullParams = { ownerSlug: string; repoName: string; pullNumber: string };

async function findDraft(context: Pick<Context, "db">, principal: Principal, params: PullParams) {
  const found = await requirePullRequest(context, principal, params);
  const author = await actorOf(context, principal);
  const [draft] = await context.db
    .select()
    .from(reviewDrafts)
    .where(and(eq(reviewDrafts.pullRequestId, found.pull.id), eq(reviewDrafts.authorId, author.id)));
  return { found, author, draft };
}

/** Finds the caller's draft for a pull request. Throws NotFound. */
export async function requireReviewDraft(context: Pick<Context, "db">, principal: Principal, params: PullParams) {
  const { draft, ...rest } = await findDraft(context, principal, params);
  if (!draft) throw apiError.repohost("NotFound", "Review draft not found");
  return { ...rest, draft };
}

/** The caller's draft with a review's id, if it is one. Others' drafts aren't found. */
export async function findOwnDraft(
  context: Pick<Context, "db">,
  principal: Principal,
  params: PullParams & { reviewId: string },
): Promise<ReviewDraftRow | undefined> {
  const { draft } = await findDraft(context, principal, params);
  return draft?.id === params.reviewId ? draft : undefined;
}
