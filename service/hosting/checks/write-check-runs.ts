import { and, eq, isNotNull, lte, ne } from "drizzle-orm";
import type { z } from "zod";
import type { CheckRunInput, CheckSuiteInput, checkOutcomes } from "@/lib/contract/hosting/check";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { checkRuns, checkSuites } from "../../core/store/tables/checks";
import type { Transaction } from "../../core/store/transaction";
import { appendAnnotations } from "./append-annotations";
import { recordCheckRunEvent } from "./check-event";
import { lockChecks } from "./check-lock";
import type { CheckRunRow, CheckSuiteRow } from "./check-row";
import { decideWrite } from "./decide-write";

type Dependencies = Pick<Context, "db" | "ids" | "clock">;

export interface ReportedChecks {
  repositoryId: string;
  sha: string;
  /** The reporting app. */
  actorId: string;
  checkSuite: z.output<typeof CheckSuiteInput>;
  checkRuns: readonly CheckRunInput[];
}

export interface WrittenChecks {
  suite: CheckSuiteRow;
  runs: {
    run: CheckRunRow;
    outcome: (typeof checkOutcomes)[number];
    /** True if this post set the result. */
    completes: boolean;
  }[];
}

export const maxCheckSkewMs = 60_000;
export const maxCheckDeadlineMs = 24 * 60 * 60_000;

/** Throws InvalidArgument for timestamps too far in the future. `field` is the run's path in the body. */
export function validateTimestamps(now: number, post: CheckRunInput, field: string): void {
  for (const name of ["externalUpdatedAt", "startedAt", "completedAt"] as const) {
    const at = post[name];
    if (at !== undefined && at > now + maxCheckSkewMs) {
      throw apiError.repohost("InvalidArgument", `${name} is more than 60 seconds in the future`, `${field}.${name}`);
    }
  }
  if (post.deadlineAt !== undefined && post.deadlineAt > now + maxCheckDeadlineMs) {
    throw apiError.repohost("InvalidArgument", "deadlineAt is more than 24 hours in the future", `${field}.deadlineAt`);
  }
}

async function suiteOf(
  tx: Transaction,
  { ids, clock }: Dependencies,
  reported: ReportedChecks,
): Promise<CheckSuiteRow> {
  const { repositoryId, sha, actorId, checkSuite } = reported;
  const { key, externalId, name, detailsUrl = null } = checkSuite;
  const identity = { repositoryId, sha, actorId, key, externalId };
  const [stored] = await tx
    .select()
    .from(checkSuites)
    .where(
      and(
        eq(checkSuites.repositoryId, repositoryId),
        eq(checkSuites.sha, sha),
        eq(checkSuites.actorId, actorId),
        eq(checkSuites.key, key),
        eq(checkSuites.externalId, externalId),
      ),
    );
  if (stored) return stored;
  const now = clock.now();
  const row = { id: ids.typed("crg"), ...identity, name, detailsUrl, createdAt: now, updatedAt: now };
  const [created] = await tx.insert(checkSuites).values(row).returning();
  if (!created) throw new Error("check suite insert returned no row");
  return created;
}

/** Clears re-requests of the check's earlier attempts, in any attempt of the suite. */
async function clearRerequests(tx: Transaction, suite: CheckSuiteRow, run: CheckRunRow): Promise<void> {
  const rerequested = await tx
    .select({ id: checkRuns.id })
    .from(checkRuns)
    .innerJoin(checkSuites, eq(checkSuites.id, checkRuns.suiteId))
    .where(
      and(
        eq(checkSuites.repositoryId, suite.repositoryId),
        eq(checkSuites.sha, suite.sha),
        eq(checkSuites.actorId, suite.actorId),
        eq(checkSuites.key, suite.key),
        eq(checkRuns.key, run.key),
        ne(checkRuns.id, run.id),
        isNotNull(checkRuns.rerequestedAt),
        lte(checkRuns.externalUpdatedAt, run.externalUpdatedAt),
      ),
    );
  for (const { id } of rerequested) {
    await tx
      .update(checkRuns)
      .set({ status: "completed", rerequestedAt: null, rerequestedById: null, rerequestedByAppId: null })
      .where(eq(checkRuns.id, id));
  }
}

async function writeRun(tx: Transaction, context: Dependencies, suite: CheckSuiteRow, post: CheckRunInput) {
  const now = context.clock.now();
  const { key, externalId } = post;
  const [stored] = await tx
    .select()
    .from(checkRuns)
    .where(and(eq(checkRuns.suiteId, suite.id), eq(checkRuns.key, key), eq(checkRuns.externalId, externalId)))
    .for("update");
  const decision = decideWrite(stored, post);
  if ("values" in decision) {
    const { values, outcome } = decision;
    const written = stored
      ? await tx
          .update(checkRuns)
          .set({ ...values, lastRerequestedAt: null, updatedAt: now })
          .where(eq(checkRuns.id, stored.id))
          .returning()
      : await tx
          .insert(checkRuns)
          .values({
            id: context.ids.typed("cr"),
            suiteId: suite.id,
            key,
            externalId,
            ...values,
            createdAt: now,
            updatedAt: now,
          })
          .returning();
    const [run] = written;
    if (!run) throw new Error("check run write returned no row");
    await clearRerequests(tx, suite, run);
    if (post.annotations) await appendAnnotations(tx, context, run.id, post.annotations);
    const completes =
      run.status === "completed" && (stored?.status !== "completed" || stored.conclusion !== run.conclusion);
    return { run, outcome, completes };
  }
  if (!stored) throw new Error("unchanged check run has no stored row");
  return { run: stored, outcome: decision.outcome, completes: false };
}

async function recordWrites(tx: Transaction, context: Dependencies, { suite, runs }: WrittenChecks): Promise<void> {
  for (const { run, outcome, completes } of runs) {
    if (outcome === "created") await recordCheckRunEvent(tx, context, "repository.check_run.created", { run, suite });
    if (completes) await recordCheckRunEvent(tx, context, "repository.check_run.completed", { run, suite });
  }
}

/**
 * Stores an app's report for one suite of an existing commit, all or nothing. If no run changes, the suite doesn't
 * either.
 */
export async function writeCheckRuns(context: Dependencies, reported: ReportedChecks): Promise<WrittenChecks> {
  return context.db.transaction(async (tx) => {
    await lockChecks(tx, reported.repositoryId, reported.sha);
    const suite = await suiteOf(tx, context, reported);
    const runs: WrittenChecks["runs"] = [];
    for (const post of reported.checkRuns) runs.push(await writeRun(tx, context, suite, post));
    if (!runs.some(({ outcome }) => outcome === "created" || outcome === "updated")) return { suite, runs };
    const { name, detailsUrl = null } = reported.checkSuite;
    const [changed] = await tx
      .update(checkSuites)
      .set({ name, detailsUrl, updatedAt: context.clock.now() })
      .where(eq(checkSuites.id, suite.id))
      .returning();
    const written = { suite: changed ?? suite, runs };
    await recordWrites(tx, context, written);
    return written;
  });
}
