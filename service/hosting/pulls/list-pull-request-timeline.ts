import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import { listPullRequestTimeline, type TimelineEvent } from "@/lib/contract/hosting/pulls/list-pull-request-timeline";
import { isoTime } from "@/lib/core/clock";
import { implement } from "../../core/http/implement";
import { pageOf, readPage, readPosition } from "../../core/http/page-token";
import { groups } from "../../core/store/tables/grants";
import { pullRequestEvents } from "../../core/store/tables/pull-request-events";
import type { Reader } from "../../core/store/transaction";
import { actorBodies } from "../actors/actor";
import { findVersions, versionReference } from "./find-version";
import { requirePullRequest } from "./pull-request-row";

type EventRow = typeof pullRequestEvents.$inferSelect;
const Position = z.number().int().min(1);

/** Loads what events refer to, and returns a function that renders each one's response body. */
async function eventBodies(
  db: Reader,
  pullRequestId: string,
  rows: readonly EventRow[],
): Promise<(row: EventRow) => TimelineEvent> {
  const reviewers = rows.flatMap(({ details }) => details.reviewerId ?? []);
  const actors = rows.flatMap(({ actorId: id, actorAppId: appId }) => (id ? [{ id, appId }] : []));
  const actor = await actorBodies({ db }, [...actors, ...reviewers.map((id) => ({ id }))]);
  const groupIds = reviewers.filter((id) => !id.startsWith("user_"));
  const named = groupIds.length > 0 ? await db.select().from(groups).where(inArray(groups.id, groupIds)) : [];
  const slugs = new Map(named.map(({ id, slug }) => [id, slug]));
  const numbers = rows.flatMap(({ details }) => details.version ?? []);
  const versions = await findVersions(db, pullRequestId, numbers);
  const reviewerBody = (id: string): TimelineEvent["reviewer"] => {
    const { user } = actor({ id });
    if (user) return { user };
    const slug = slugs.get(id);
    return { group: { id, ...(slug ? { slug } : {}) } };
  };
  return ({ id, type, actorId, actorAppId, details, createdAt }) => {
    const { version: number, reviewerId, ...rest } = details;
    const version = number === undefined ? undefined : versions.get(number);
    return {
      id: String(id),
      type,
      createdAt: isoTime(createdAt),
      ...rest,
      ...(actorId ? { actor: actor({ id: actorId, appId: actorAppId }) } : {}),
      ...(version ? { version: versionReference(version) } : {}),
      ...(reviewerId ? { reviewer: reviewerBody(reviewerId) } : {}),
    };
  };
}

export const listPullRequestTimelineOperation = implement(
  listPullRequestTimeline,
  async ({ principal, params, query }, context) => {
    const { pull } = await requirePullRequest(context, principal, params);
    const list = `timeline ${pull.id}`;
    const { size, after } = readPage(list, query);
    const last = readPosition(after, Position);
    const ofPull = eq(pullRequestEvents.pullRequestId, pull.id);
    const rows = await context.db
      .select()
      .from(pullRequestEvents)
      .where(last === undefined ? ofPull : and(ofPull, gt(pullRequestEvents.id, last)))
      .orderBy(asc(pullRequestEvents.id))
      .limit(size + 1);
    const { items, nextPageToken } = pageOf(list, size, rows, ({ id }) => String(id));
    return { events: items.map(await eventBodies(context.db, pull.id, items)), nextPageToken };
  },
);
