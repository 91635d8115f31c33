import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { mirrorJobs } from "../../core/store/tables/mirrors";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { listReferences, noObject } from "../../git/references";
import type { WithGit } from "../../git/with-git";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { MirrorMoved, MirrorProblem, problemOf } from "./mirror-problem";
import { findMirror, type JobRow, lockStatus } from "./mirror-row";
import { adoptSeen, checkSeen, moveInternal, movesToSeen, ownReferences } from "./seen-references";
import { followHead, push, settleSync } from "./synchronize";
import { moves } from "./transitions";
import type { MirrorRow, Upstream } from "./upstream";

/** Time for writes that were accepted before a transition to reach git. */
const drainMs = 5_000;
const mostAttempts = 3;
const pauseMs = 10_000;

interface Work {
  context: Context & WithGit & WithMergePreparation;
  mirror: MirrorRow;
  job: JobRow;
  upstream: Upstream;
  dir: string;
}

/** Changes a job that is still being run; throws {@link MirrorMoved} when something ended it. */
async function change(
  { context, job }: Pick<Work, "context" | "job">,
  values: Partial<JobRow>,
  db: Pick<Context["db"], "update"> = context.db,
): Promise<void> {
  const changed = await db
    .update(mirrorJobs)
    .set({ ...values, updatedAt: context.clock.now() })
    .where(and(eq(mirrorJobs.id, job.id), eq(mirrorJobs.status, "running")))
    .returning({ id: mirrorJobs.id });
  if (changed.length === 0) throw new MirrorMoved();
}

/** Ends the job where it was to go, in the transaction of the last moves of references. */
async function arrive(tx: Transaction, work: Work): Promise<void> {
  const { context, mirror, job } = work;
  await lockStatus(tx, mirror.repositoryId);
  const now = context.clock.now();
  await change(work, { status: "succeeded", phase: "completed", drainUntil: null, completedAt: now }, tx);
  const { to } = moves[job.transition];
  await tx
    .update(repositories)
    .set({ mirrorStatus: to, updatedAt: now })
    .where(eq(repositories.id, mirror.repositoryId));
  await settleSync(tx, mirror, { now, outbound: to === "outbound" });
}

/** Fetches, and takes the source as it is. */
async function arriveLikeSource(work: Work, fetching: string): Promise<void> {
  const { context, mirror, upstream, dir, job } = work;
  await change(work, { phase: fetching });
  const { head } = await upstream.look();
  await upstream.fetch();
  await change(work, { phase: "verifying-integrity" });
  const updates = await movesToSeen(dir);
  await checkSeen(context, dir, updates);
  if (job.transition === "inbound_to_outbound") {
    const [first] = await ownReferences(dir);
    if (first) await upstream.probePush({ ref: first.name, id: first.id });
  }
  if (job.forced) await keepSnapshot(work);
  await change(work, { phase: "committing-target-status" });
  await adoptSeen(context, mirror.repositoryId, updates, (tx) => arrive(tx, work));
  await followHead(context, mirror.repositoryId, head);
}

/** Keeps what a forced cutover gives up, below a name that no client sees. */
async function keepSnapshot(work: Work): Promise<void> {
  const { dir, job } = work;
  await change(work, { phase: "snapshotting-refs" });
  const prefix = `refs/internal/mirror-snapshots/${job.id}/`;
  const kept = new Set((await listReferences(dir, prefix.replace(/\/$/, ""))).map(({ name }) => name));
  const given = (await movesToSeen(dir)).filter(({ before }) => before !== noObject);
  const wanted = given.map(({ ref, before }) => ({
    ref: ref.replace("refs/", prefix),
    before: noObject,
    after: before,
  }));
  await moveInternal(
    dir,
    wanted.filter(({ ref }) => !kept.has(ref)),
  );
}

/** Lets writes run out, brings the source up to date and looks whether it is. */
async function arriveByPush(work: Work): Promise<void> {
  const { context, mirror, job, upstream, dir } = work;
  if (job.drainUntil === null) {
    const drainUntil = context.clock.now() + drainMs;
    return change(work, { phase: "draining-writes", drainUntil, nextAttemptAt: drainUntil });
  }
  await change(work, { phase: "finalizing-mirror-push", drainUntil: null });
  await push(context, mirror.repositoryId, upstream);
  await change(work, { phase: "verifying-integrity" });
  const { references } = await upstream.look();
  const own = await ownReferences(dir);
  const isSame = own.length === references.size && own.every(({ name, id }) => references.get(name) === id);
  if (!isSame) throw new MirrorProblem("MirrorIntegrityMismatch");
  await change(work, { phase: "reopening-inbound-mirror" });
  await upstream.fetch();
  await context.db.transaction((tx) => arrive(tx, work));
}

/** Takes a step back, or waits: what failed for a moment is tried again, what somebody must decide is left as it is. */
async function giveUp(work: Work, problem: MirrorProblem): Promise<void> {
  const { context, mirror, job } = work;
  const now = context.clock.now();
  const error = { lastErrorCode: problem.code, lastErrorMessage: problem.sentence };
  if (problem.passing && job.attemptCount < mostAttempts) {
    return change(work, { ...error, nextAttemptAt: now + pauseMs * 2 ** (job.attemptCount - 1) });
  }
  await context.db.transaction(async (tx) => {
    await lockStatus(tx, mirror.repositoryId);
    if (job.transition === "outbound_to_inbound" && !job.forced && problem.needsDecision) {
      return change(work, { ...error, status: "requires_attention", drainUntil: null }, tx);
    }
    const ended = { status: "failed_rolled_back", phase: "completed", drainUntil: null, completedAt: now } as const;
    await change(work, { ...error, ...ended }, tx);
    await tx
      .update(repositories)
      .set({ mirrorStatus: moves[job.transition].from, updatedAt: now })
      .where(eq(repositories.id, mirror.repositoryId));
  });
}

/** One attempt of a job. Every step may be repeated, so one that a crash cut off is simply made again. */
export async function runJob(
  context: Context & WithGit & WithMergePreparation,
  due: JobRow,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<void> {
  const mirror = await findMirror(context.db, due.repositoryId);
  if (!mirror) return;
  const now = context.clock.now();
  const isAttempt = due.drainUntil === null;
  const [job] = await context.db
    .update(mirrorJobs)
    .set({
      status: "running",
      ...(isAttempt ? { phase: "starting", attemptCount: due.attemptCount + 1 } : {}),
      startedAt: due.startedAt ?? now,
      updatedAt: now,
    })
    .where(and(eq(mirrorJobs.id, due.id), eq(mirrorJobs.status, due.status)))
    .returning();
  if (!job) return;
  const work = { context, mirror, job, upstream, dir: context.repositories.path(mirror.repositoryId) };
  try {
    if (job.transition === "outbound_to_inbound" && !job.forced) await arriveByPush(work);
    else await arriveLikeSource(work, fetchPhases[job.transition]);
  } catch (error) {
    if (error instanceof MirrorMoved || signal.aborted) return;
    const problem = problemOf(error);
    context.log.warn({ err: error, repositoryId: mirror.repositoryId, jobId: job.id }, "a transition did not succeed");
    await giveUp(work, problem).catch((failure: unknown) => {
      if (!(failure instanceof MirrorMoved)) throw failure;
    });
  }
}

const fetchPhases = {
  initial_to_inbound: "initializing-mirror-fetch",
  inbound_to_outbound: "finalizing-mirror-fetch",
  outbound_to_inbound: "reopening-inbound-mirror",
} as const;
