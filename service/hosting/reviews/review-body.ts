import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { isoTime } from "@/lib/core/clock";
import type { reviews } from "../../core/store/tables/reviews";
import { type ActorRef, actorBodies, type Readable } from "../actors/actor";
import { findVersions, versionReference } from "../pulls/find-version";

export type ReviewRow = typeof reviews.$inferSelect;

const authorOf = ({ authorId, authorAppId }: ReviewRow): ActorRef => ({ id: authorId, appId: authorAppId });

function dismisserOf({ dismissedById, dismissedByAppId }: ReviewRow): ActorRef | undefined {
  return dismissedById === null ? undefined : { id: dismissedById, appId: dismissedByAppId };
}

/** Response bodies of one pull request's reviews, in the given order. */
export async function reviewBodies(
  context: Readable,
  pullRequestId: string,
  rows: readonly ReviewRow[],
): Promise<PullRequestReview[]> {
  const users = rows.flatMap((row) => [authorOf(row), dismisserOf(row)]).filter((ref) => ref !== undefined);
  const actor = await actorBodies(context, users);
  const versions = await findVersions(
    context.db,
    pullRequestId,
    rows.map(({ version }) => version),
  );
  return rows.map((row) => {
    const dismisser = dismisserOf(row);
    const version = versions.get(row.version);
    if (!version) throw new Error(`review ${row.id} refers to a missing version`);
    return {
      id: row.id,
      author: actor(authorOf(row)),
      verdict: row.verdict,
      body: row.body,
      // The specification's name, and the one of the contract's samples.
      submitted_at: isoTime(row.submittedAt),
      submittedAt: isoTime(row.submittedAt),
      pullRequestVersion: versionReference(version),
      ...(row.dismissedAt === null
        ? {}
        : {
            dismissal: {
              ...(dismisser ? { dismissedBy: actor(dismisser) } : {}),
              dismissedAt: isoTime(row.dismissedAt),
              message: row.dismissalMessage ?? "",
            },
          }),
    };
  });
}

/** The response body of one review. */
export async function reviewBody(context: Readable, row: ReviewRow): Promise<PullRequestReview> {
  const [body] = await reviewBodies(context, row.pullRequestId, [row]);
  if (!body) throw new Error(`review ${row.id} was deleted`);
  return body;
}
