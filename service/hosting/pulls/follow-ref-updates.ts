import { and, asc, eq, inArray } from "drizzle-orm";
import { noObject, readReference } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import type { WithMergePreparation } from "../../core/hosting-context";
import { isConnectionError, retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import type { TimelineDetails } from "../../core/store/tables/pull-request-events";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { measurePush, updaterOf } from "./measure-push";
import { recordPullRequestEvent } from "./pull-request-event";
import type { FoundPullRequest } from "./pull-request-row";
import { selectPullRequests } from "./pull-request-row";
import { recordHeadBranch } from "./record-head-branch";
import { recordTimelineEvent } from "./record-timeline-event";
import { retargetFromMerged } from "./retarget-from-merged";
import { type MeasuredVersion, measureMovedHead, pinVersions, recordVersion } from "./version";

type Dependencies = Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit & WithMergePreparation;

type HeadOutcome = { measured: MeasuredVersion; push: TimelineDetails["push"] } | "unrelated_head" | "head_deleted";

/** Applies a head update to an open pull request: records a new version or closes it. */
async function applyHeadUpdate(
  context: Dependencies,
  { found, update, outcome }: { found: FoundPullRequest; update: RefUpdateRow; outcome: HeadOutcome },
): Promise<void> {
  const now = context.clock.now();
  const by = await updaterOf(context.db, update);
  await context.db.transaction(async (tx) => {
    const [pull] = await tx.select().from(pullRequests).where(eq(pullRequests.id, found.pull.id)).for("update");
    // It was closed or merged in the meantime, or another service applied the update.
    if (pull?.state !== "open" || pull.version !== found.pull.version) return;
    if (typeof outcome === "string") {
      await tx
        .update(pullRequests)
        .set({ state: "closed", closedAt: now, updatedAt: now })
        .where(eq(pullRequests.id, pull.id));
      await recordTimelineEvent(tx, context, pull, { type: "closed", by, details: { closeReason: outcome } });
      await recordPullRequestEvent(tx, context, "pull_request.closed", pull);
    } else {
      const { measured, push } = outcome;
      await recordVersion(tx, pull, measured, now);
      const details = { version: pull.version + 1, ...(push ? { push } : {}) };
      await recordTimelineEvent(tx, context, pull, { type: "pushed", by, details });
      await recordPullRequestEvent(tx, context, "pull_request.head_ref.pushed", pull);
    }
  });
}

/** Runs `work` on one pull request or branch. Returns why it failed; rethrows only lost connections, which are retried. */
async function attempt(
  { log }: Dependencies,
  details: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (isConnectionError(error)) throw error;
    log.error({ ...details, err: error }, "couldn't apply a ref update to a pull request");
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Applies an update to the pull requests of its branch. Returns the problems. A failed pull request doesn't affect the others. */
async function followOne(context: Dependencies, repositoryId: string, update: RefUpdateRow): Promise<string[]> {
  const branch = update.ref.startsWith("refs/heads/") ? update.ref.slice("refs/heads/".length) : undefined;
  if (branch === undefined) return [];
  const details = { repositoryId, ref: update.ref, after: update.after };
  const dir = context.repositories.path(repositoryId);
  const affected = await selectPullRequests(
    context.db,
    and(eq(pullRequests.repositoryId, repositoryId), eq(pullRequests.state, "open"), eq(pullRequests.headRef, branch)),
  );
  const problems: string[] = [];
  if (update.after === noObject) {
    problems.push(...(await attempt(context, details, () => retargetFromMerged(context, repositoryId, branch))));
  }
  problems.push(...(await attempt(context, details, () => recordHeadBranch(context, update, branch))));
  for (const found of affected) {
    const apply = async () => {
      if (update.after === noObject) return applyHeadUpdate(context, { found, update, outcome: "head_deleted" });
      if (update.after === found.version.headSha) return;
      const baseSha = (await readReference(dir, `refs/heads/${found.pull.baseRef}`)) ?? found.version.baseSha;
      const measured = await measureMovedHead(context, dir, { headSha: update.after, baseSha });
      const outcome: HeadOutcome =
        measured === "unrelated"
          ? "unrelated_head"
          : { measured, push: await measurePush(dir, { before: found.version.headSha, after: update.after, baseSha }) };
      await applyHeadUpdate(context, { found, update, outcome });
    };
    problems.push(...(await attempt(context, { ...details, pullRequest: found.pull.id }, apply)));
  }
  return problems;
}

type RefUpdateRow = typeof refUpdates.$inferSelect;

/** Full names of pull request head branches; updates of other branches are irrelevant. */
async function headBranches({ db }: Dependencies, repositoryId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ headRef: pullRequests.headRef })
    .from(pullRequests)
    .where(eq(pullRequests.repositoryId, repositoryId));
  return new Set(rows.map(({ headRef }) => `refs/heads/${headRef}`));
}

const maxProblemLength = 1_000;

async function markFollowed(
  { db }: Dependencies,
  updates: readonly RefUpdateRow[],
  problems: readonly string[] = [],
): Promise<void> {
  const problem = problems.length > 0 ? problems.join("\n").slice(0, maxProblemLength) : null;
  for (let from = 0; from < updates.length; from += maxRows) {
    const ids = updates.slice(from, from + maxRows).map(({ id }) => id);
    await db.update(refUpdates).set({ followed: true, problem }).where(inArray(refUpdates.id, ids));
  }
}

/** A database statement can have a limited number of parameters. */
const maxRows = 5_000;

/**
 * Applies ref updates to pull requests in order: a new head adds a version; a deleted or unrelated head closes the pull
 * request. An update that can't be applied is marked with its problem. Git runs between transactions; after a crash, the next call continues.
 */
async function follow(context: Dependencies, repositoryId: string): Promise<void> {
  await context.locks.followers.run(repositoryId, async () => {
    const updates = await context.db
      .select()
      .from(refUpdates)
      .where(
        and(eq(refUpdates.repositoryId, repositoryId), eq(refUpdates.followed, false), eq(refUpdates.settled, true)),
      )
      .orderBy(asc(refUpdates.id));
    if (updates.length === 0) return;
    const known = await headBranches(context, repositoryId);
    const isHead = ({ ref }: RefUpdateRow) => known.has(ref);
    for (const update of updates.filter(isHead)) {
      await markFollowed(context, [update], await followOne(context, repositoryId, update));
    }
    await markFollowed(
      context,
      updates.filter((update) => !isHead(update)),
    );
    await pinVersions(context, repositoryId);
    context.mergePreparation.wake(repositoryId);
  });
}

/** Like {@link follow}, but logs errors: the refs have already moved, so a later call retries. */
export async function followRefUpdates(context: Dependencies, repositoryId: string): Promise<void> {
  await retryOnDisconnect(context, () => follow(context, repositoryId)).catch((error: unknown) => {
    context.log.error({ err: error, repositoryId }, "couldn't apply ref updates to pull requests");
  });
}

/** Applies ref updates left behind by a crash, in every repository. */
export async function followPendingRefUpdates(context: Dependencies): Promise<void> {
  const rows = await context.db
    .selectDistinct({ repositoryId: refUpdates.repositoryId })
    .from(refUpdates)
    .where(and(eq(refUpdates.followed, false), eq(refUpdates.settled, true)));
  for (const { repositoryId } of rows) {
    await followRefUpdates(context, repositoryId);
  }
}
