import { and, eq } from "drizzle-orm";
import { listReferences, noObject } from "@/git/refs/references";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { mirrorJobs } from "../../core/store/tables/mirrors";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { MirrorChanged, MirrorProblem, toMirrorProblem } from "./mirror-problem";
import { findMirror, type JobRow, lockMirrorStatus } from "./mirror-row";
import { followUpstreamHead, pushToUpstream, recordSync } from "./synchronize";
import { transitionStatuses } from "./transitions";
import type { MirrorRow, Upstream } from "./upstream";
import {
  applyIncomingUpdates,
  checkIncomingUpdates,
  incomingRefUpdates,
  localRefs,
  updateInternalRefs,
} from "./upstream-refs";

/** Time for writes accepted before the transition to reach git. */
const drainMs = 5_000;
const maxAttempts = 3;
const retryDelayMs = 10_000;

interface JobContext {
  context: HostingContext;
  mirror: MirrorRow;
  job: JobRow;
  upstream: Upstream;
  dir: string;
}

/** Updates a running job. Throws {@link MirrorChanged} if it was ended in the meantime. */
async function updateJob(
  { context, job }: Pick<JobContext, "context" | "job">,
  values: Partial<JobRow>,
  db: Pick<Context["db"], "update"> = context.db,
): Promise<void> {
  const changed = await db
    .update(mirrorJobs)
    .set({ ...values, updatedAt: context.clock.now() })
    .where(and(eq(mirrorJobs.id, job.id), eq(mirrorJobs.status, "running")))
    .returning({ id: mirrorJobs.id });
  if (changed.length === 0) throw new MirrorChanged();
}

/** Completes the job in the same transaction as its last ref updates. */
async function completeJob(tx: Transaction, work: JobContext): Promise<void> {
  const { context, mirror, job } = work;
  await lockMirrorStatus(tx, mirror.repositoryId);
  const now = context.clock.now();
  await updateJob(work, { status: "succeeded", phase: "completed", drainUntil: null, completedAt: now }, tx);
  const { to } = transitionStatuses[job.transition];
  await tx
    .update(repositories)
    .set({ mirrorStatus: to, updatedAt: now })
    .where(eq(repositories.id, mirror.repositoryId));
  await recordSync(tx, mirror, { now, outbound: to === "outbound" });
}

/** Completes the job by making the repository identical to the upstream. */
async function completeByFetch(work: JobContext, fetching: string): Promise<void> {
  const { context, mirror, upstream, dir, job } = work;
  await updateJob(work, { phase: fetching });
  const { head } = await upstream.listRefs();
  await upstream.fetch();
  await updateJob(work, { phase: "verifying-integrity" });
  const updates = await incomingRefUpdates(dir);
  await checkIncomingUpdates(context, dir, updates);
  if (job.transition === "inbound_to_outbound") {
    const [first] = await localRefs(dir);
    if (first) await upstream.probePush({ ref: first.name, id: first.id });
  }
  if (job.forced) await saveSnapshot(work);
  await updateJob(work, { phase: "committing-target-status" });
  await applyIncomingUpdates(context, mirror.repositoryId, updates, (tx) => completeJob(tx, work));
  await followUpstreamHead(context, mirror.repositoryId, head);
}

/** Saves the refs a forced cutover discards, under an internal prefix. */
async function saveSnapshot(work: JobContext): Promise<void> {
  const { dir, job } = work;
  await updateJob(work, { phase: "snapshotting-refs" });
  const prefix = `refs/internal/mirror-snapshots/${job.id}/`;
  const saved = new Set((await listReferences(dir, prefix.replace(/\/$/, ""))).map(({ name }) => name));
  const discarded = (await incomingRefUpdates(dir)).filter(({ before }) => before !== noObject);
  const snapshots = discarded.map(({ ref, before }) => ({
    ref: ref.replace("refs/", prefix),
    before: noObject,
    after: before,
  }));
  await updateInternalRefs(
    dir,
    snapshots.filter(({ ref }) => !saved.has(ref)),
  );
}

/** Completes the job by draining writes, pushing to the upstream and verifying it. */
async function completeByPush(work: JobContext): Promise<void> {
  const { context, mirror, job, upstream, dir } = work;
  if (job.drainUntil === null) {
    const drainUntil = context.clock.now() + drainMs;
    return updateJob(work, { phase: "draining-writes", drainUntil, nextAttemptAt: drainUntil });
  }
  await updateJob(work, { phase: "finalizing-mirror-push", drainUntil: null });
  await pushToUpstream(context, mirror.repositoryId, upstream);
  await updateJob(work, { phase: "verifying-integrity" });
  const { references } = await upstream.listRefs();
  const local = await localRefs(dir);
  const isSame = local.length === references.size && local.every(({ name, id }) => references.get(name) === id);
  if (!isSame) throw new MirrorProblem("MirrorIntegrityMismatch");
  await updateJob(work, { phase: "reopening-inbound-mirror" });
  await upstream.fetch();
  await context.db.transaction((tx) => completeJob(tx, work));
}

/** Handles a failure: schedules a retry if it is transient, waits for attention if a user must decide, or rolls back. */
async function handleFailure(work: JobContext, problem: MirrorProblem): Promise<void> {
  const { context, mirror, job } = work;
  const now = context.clock.now();
  const error = { lastErrorCode: problem.code, lastErrorMessage: problem.userMessage };
  if (problem.isTransient && job.attemptCount < maxAttempts) {
    return updateJob(work, { ...error, nextAttemptAt: now + retryDelayMs * 2 ** (job.attemptCount - 1) });
  }
  await context.db.transaction(async (tx) => {
    await lockMirrorStatus(tx, mirror.repositoryId);
    if (job.transition === "outbound_to_inbound" && !job.forced && problem.needsDecision) {
      return updateJob(work, { ...error, status: "requires_attention", drainUntil: null }, tx);
    }
    const rolledBack = {
      status: "failed_rolled_back",
      phase: "completed",
      drainUntil: null,
      completedAt: now,
    } as const;
    await updateJob(work, { ...error, ...rolledBack }, tx);
    await tx
      .update(repositories)
      .set({ mirrorStatus: transitionStatuses[job.transition].from, updatedAt: now })
      .where(eq(repositories.id, mirror.repositoryId));
  });
}

/** Runs one attempt of a job. All steps are idempotent, so an attempt interrupted by a crash is simply repeated. */
export async function runJob(
  context: HostingContext,
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
    if (job.transition === "outbound_to_inbound" && !job.forced) await completeByPush(work);
    else await completeByFetch(work, fetchPhases[job.transition]);
  } catch (error) {
    if (error instanceof MirrorChanged || signal.aborted) return;
    const problem = toMirrorProblem(error);
    context.log.warn({ err: error, repositoryId: mirror.repositoryId, jobId: job.id }, "mirror transition failed");
    await handleFailure(work, problem).catch((failure: unknown) => {
      if (!(failure instanceof MirrorChanged)) throw failure;
    });
  }
}

const fetchPhases = {
  initial_to_inbound: "initializing-mirror-fetch",
  inbound_to_outbound: "finalizing-mirror-fetch",
  outbound_to_inbound: "reopening-inbound-mirror",
} as const;
