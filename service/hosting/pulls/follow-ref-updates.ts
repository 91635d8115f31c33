import { and, asc, eq, inArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { noObject, readReference } from "../../git/references";
import type { WithGit } from "../../git/with-git";
import { recordPullRequestEvent } from "./pull-request-event";
import type { FoundPullRequest } from "./pull-request-row";
import { selectPullRequests } from "./pull-request-row";
import { retargetFromMerged } from "./retarget-from-merged";
import { keepVersions, type MeasuredVersion, measureVersion, recordVersion } from "./version";
import type { WithMergePreparation } from "./with-merge-preparation";

type Following = Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit & WithMergePreparation;

/** Applies what a move of its head does to an open pull request: a new version, or its end. */
async function applyMove(
  context: Following,
  found: FoundPullRequest,
  outcome: MeasuredVersion | "unrelated" | "deleted",
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const [pull] = await tx.select().from(pullRequests).where(eq(pullRequests.id, found.pull.id)).for("update");
    // Somebody closed or merged it meanwhile, or another service was quicker.
    if (pull?.state !== "open" || pull.version !== found.pull.version) return;
    if (typeof outcome === "string") {
      await tx
        .update(pullRequests)
        .set({ state: "closed", closedAt: now, updatedAt: now })
        .where(eq(pullRequests.id, pull.id));
      await recordPullRequestEvent(tx, context, "pull_request.closed", pull);
    } else {
      await recordVersion(tx, pull, outcome, now);
      await recordPullRequestEvent(tx, context, "pull_request.head_ref.pushed", pull);
    }
  });
}

async function followOne(context: Following, repositoryId: string, move: typeof refUpdates.$inferSelect) {
  const branch = move.ref.startsWith("refs/heads/") ? move.ref.slice("refs/heads/".length) : undefined;
  if (branch === undefined) return;
  const dir = context.repositories.path(repositoryId);
  const concerned = await selectPullRequests(
    context.db,
    and(eq(pullRequests.repositoryId, repositoryId), eq(pullRequests.state, "open"), eq(pullRequests.headRef, branch)),
  );
  if (move.after === noObject) await retargetFromMerged(context, repositoryId, branch);
  for (const found of concerned) {
    if (move.after === noObject) {
      await applyMove(context, found, "deleted");
    } else if (move.after !== found.version.headSha) {
      const baseSha = (await readReference(dir, `refs/heads/${found.pull.baseRef}`)) ?? found.version.baseSha;
      await applyMove(context, found, await measureVersion(dir, { headSha: move.after, baseSha }));
    }
  }
}

type Move = typeof refUpdates.$inferSelect;

/** Full names of the branches that pull requests come from: moves of others concern nobody. */
async function headBranches({ db }: Following, repositoryId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ headRef: pullRequests.headRef })
    .from(pullRequests)
    .where(and(eq(pullRequests.repositoryId, repositoryId), inArray(pullRequests.state, ["open", "merged"])));
  return new Set(rows.map(({ headRef }) => `refs/heads/${headRef}`));
}

async function markFollowed({ db }: Following, moves: readonly Move[]): Promise<void> {
  for (let from = 0; from < moves.length; from += mostRows) {
    const ids = moves.slice(from, from + mostRows).map(({ id }) => id);
    await db.update(refUpdates).set({ followed: true }).where(inArray(refUpdates.id, ids));
  }
}

/** A statement of the database takes a bounded number of values. */
const mostRows = 5_000;

/**
 * Lets pull requests take notice of moved branches, in the order they moved: a new head is a new version, a deleted or
 * unrelated one closes. Git is asked between transactions; a crash leaves moves to be followed at the next call.
 */
async function follow(context: Following, repositoryId: string): Promise<void> {
  await context.refLocks.run(`follow ${repositoryId}`, async () => {
    const moves = await context.db
      .select()
      .from(refUpdates)
      .where(
        and(eq(refUpdates.repositoryId, repositoryId), eq(refUpdates.followed, false), eq(refUpdates.settled, true)),
      )
      .orderBy(asc(refUpdates.id));
    if (moves.length === 0) return;
    const known = await headBranches(context, repositoryId);
    const concerns = ({ ref }: Move) => known.has(ref);
    for (const move of moves.filter(concerns)) {
      await followOne(context, repositoryId, move);
      await markFollowed(context, [move]);
    }
    await markFollowed(
      context,
      moves.filter((move) => !concerns(move)),
    );
    await keepVersions(context, repositoryId);
    context.mergePreparation.wake(repositoryId);
  });
}

/** As {@link follow}; the moves are final by now, so that trouble is logged and left to a later call. */
export async function followRefUpdates(context: Following, repositoryId: string): Promise<void> {
  await retryOnDisconnect(context, () => follow(context, repositoryId)).catch((error: unknown) => {
    context.log.error({ err: error, repositoryId }, "pull requests could not follow moved branches");
  });
}

/** Follows moves that a crash left behind, in every repository. */
export async function followLeftovers(context: Following): Promise<void> {
  const rows = await context.db
    .selectDistinct({ repositoryId: refUpdates.repositoryId })
    .from(refUpdates)
    .where(and(eq(refUpdates.followed, false), eq(refUpdates.settled, true)));
  for (const { repositoryId } of rows) {
    await followRefUpdates(context, repositoryId);
  }
}
