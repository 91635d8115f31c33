import { and, desc, eq, inArray } from "drizzle-orm";
import type { MirrorTransition, MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { actingUser, type Principal } from "../../core/principal";
import { mirrorJobs, mirrors } from "../../core/store/tables/mirrors";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import type { MirrorStatus } from "../access/mirror-status";
import { transitionStatuses } from "./transitions";
import type { MirrorRow } from "./upstream";

export type JobRow = typeof mirrorJobs.$inferSelect;

/** Statuses of unfinished jobs. */
export const activeStatuses = ["queued", "running", "requires_attention"] as const satisfies JobRow["status"][];

type Database = Pick<Context["db"], "select">;

export async function findMirror(db: Database, repositoryId: string): Promise<MirrorRow | undefined> {
  const [row] = await db.select().from(mirrors).where(eq(mirrors.repositoryId, repositoryId));
  return row;
}

export async function findActiveJob(db: Database, repositoryId: string): Promise<JobRow | undefined> {
  const [row] = await db
    .select()
    .from(mirrorJobs)
    .where(and(eq(mirrorJobs.repositoryId, repositoryId), inArray(mirrorJobs.status, [...activeStatuses])));
  return row;
}

/** The most recently completed job. */
export async function findLastJob(db: Database, repositoryId: string): Promise<JobRow | undefined> {
  const completed: JobRow["status"][] = ["succeeded", "failed_rolled_back", "superseded"];
  const [row] = await db
    .select()
    .from(mirrorJobs)
    .where(and(eq(mirrorJobs.repositoryId, repositoryId), inArray(mirrorJobs.status, completed)))
    .orderBy(desc(mirrorJobs.completedAt), desc(mirrorJobs.createdAt))
    .limit(1);
  return row;
}

/** Locks the repository's row and returns its current mirror status. */
export async function lockMirrorStatus(tx: Transaction, repositoryId: string): Promise<MirrorStatus | null> {
  const [row] = await tx
    .select({ status: repositories.mirrorStatus })
    .from(repositories)
    .where(eq(repositories.id, repositoryId))
    .for("update");
  return row?.status ?? null;
}

/** A repository's mirror, if the caller is also an admin of the upstream. Throws FailedPrecondition or PermissionDenied. */
export async function requireUpstreamAdmin(
  { db }: Pick<Context, "db">,
  principal: Principal,
  repositoryId: string,
): Promise<MirrorRow> {
  const mirror = await findMirror(db, repositoryId);
  if (!mirror || mirror.detachedAt !== null) {
    throw apiError.repohost("FailedPrecondition", "The repository isn't a mirror");
  }
  const acting = actingUser(principal);
  if (!acting || !mirror.upstreamAdmins.includes(acting.userId)) {
    throw apiError.repohost("PermissionDenied", "Requires admin permission on the mirror's upstream");
  }
  return mirror;
}

/** Queues a job and sets the transition status. The caller has checked the preconditions. */
export async function startJob(
  tx: Transaction,
  context: Pick<Context, "ids" | "clock">,
  input: { repositoryId: string; transition: MirrorTransition; forced?: boolean },
): Promise<JobRow> {
  const now = context.clock.now();
  const [job] = await tx
    .insert(mirrorJobs)
    .values({
      id: context.ids.typed("rmt"),
      ...input,
      status: "queued",
      phase: "queued",
      nextAttemptAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!job) throw new Error("mirror job insert returned no row");
  await tx
    .update(repositories)
    .set({ mirrorStatus: transitionStatuses[input.transition].through, updatedAt: now })
    .where(eq(repositories.id, input.repositoryId));
  return job;
}

/** Ends an obsolete job. */
export async function supersedeJob(tx: Transaction, { id }: JobRow, now: number): Promise<void> {
  await tx
    .update(mirrorJobs)
    .set({ status: "superseded", phase: "completed", drainUntil: null, completedAt: now, updatedAt: now })
    .where(eq(mirrorJobs.id, id));
}

const at = <Name extends string>(name: Name, time: number | null) => (time === null ? {} : { [name]: isoTime(time) });

export function jobBody(job: JobRow): MirrorTransitionJob {
  return {
    id: job.id,
    transition: job.transition,
    status: job.status,
    phase: job.phase,
    attemptCount: job.attemptCount,
    ...at("drainUntil", job.drainUntil),
    ...(job.lastErrorCode === null ? {} : { lastErrorCode: job.lastErrorCode }),
    ...(job.lastErrorMessage === null ? {} : { lastErrorMessage: job.lastErrorMessage }),
    ...at("startedAt", job.startedAt),
    ...at("completedAt", job.completedAt),
    createdAt: isoTime(job.createdAt),
    updatedAt: isoTime(job.updatedAt),
  };
}
