import { and, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import { noObject } from "@/git/refs/references";
import type { Context } from "../../core/context";
import { pullRequestEvents } from "../../core/store/tables/pull-request-events";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import type { refUpdates } from "../../core/store/tables/ref-updates";
import { updaterOf } from "./measure-push";
import { selectPullRequests } from "./pull-request-row";
import { recordTimelineEvent } from "./record-timeline-event";

const isClosing = and(
  eq(pullRequestEvents.type, "closed"),
  sql`${pullRequestEvents.details} ->> 'closeReason' = 'head_deleted'`,
);

/**
 * Records in the timelines of merged and closed pull requests that their head branch was deleted at their last commit, or
 * restored there. Can be repeated for an update.
 */
export async function recordHeadBranch(
  context: Pick<Context, "db" | "clock">,
  update: typeof refUpdates.$inferSelect,
  branch: string,
): Promise<void> {
  const isDeleted = update.after === noObject;
  if (!isDeleted && update.before !== noObject) return;
  const headSha = isDeleted ? update.before : update.after;
  const affected = await selectPullRequests(
    context.db,
    and(
      eq(pullRequests.repositoryId, update.repositoryId),
      ne(pullRequests.state, "open"),
      eq(pullRequests.headRef, branch),
      eq(pullRequestVersions.headSha, headSha),
    ),
  );
  if (affected.length === 0) return;
  const by = await updaterOf(context.db, update);
  for (const { pull } of affected) {
    await context.db.transaction(async (tx) => {
      await tx.select({ id: pullRequests.id }).from(pullRequests).where(eq(pullRequests.id, pull.id)).for("update");
      const [last] = await tx
        .select({ type: pullRequestEvents.type })
        .from(pullRequestEvents)
        .where(
          and(
            eq(pullRequestEvents.pullRequestId, pull.id),
            or(isClosing, inArray(pullRequestEvents.type, ["reopened", "head_branch_deleted", "head_branch_restored"])),
          ),
        )
        .orderBy(desc(pullRequestEvents.id))
        .limit(1);
      const wasDeleted = last?.type === "closed" || last?.type === "head_branch_deleted";
      if (wasDeleted === isDeleted) return;
      const type = isDeleted ? "head_branch_deleted" : "head_branch_restored";
      await recordTimelineEvent(tx, context, pull, { type, by });
    });
  }
}
