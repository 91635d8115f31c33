import { eq, inArray } from "drizzle-orm";
import type { Quarantine } from "@/git/objects/quarantine";
import { caseProblem, findCaseConflicts } from "@/git/refs/ref-case";
import { type PreparedRefs, prepareRefs, RefConflict } from "@/git/refs/ref-transaction";
import type { RefUpdate } from "@/git/refs/ref-update";
import { noObject, readReference } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import type { WithMergePreparation } from "../../core/hosting-context";
import { type ApiError, apiError } from "../../core/http/api-error";
import type { Principal } from "../../core/principal";
import { notify } from "../../core/store/notifications";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { isReadOnly, requireWritableRepository } from "../access/mirror-status";
import { type ActorRef, actorOf } from "../actors/actor";
import { followRefUpdates } from "../pulls/follow-ref-updates";
import type { RecordedBypass } from "../rulesets/record-bypasses";
import type { EventService } from "../webhooks/record-event";
import { describePush, type PushDetails, recordPushEvent } from "./push-event";

/** A database statement can have a limited number of parameters. */
const maxRows = 2_000;

/**
 * Who updates a ref: `service` for internal updates, `mirror` when syncing from the upstream. A merge's updates are recorded for the actor who merged, but their push event has no pusher (specification, section 3).
 */
export type RefActor = Principal | { kind: "merge"; by: Principal } | "service" | "mirror";

function actorColumns(actor: RefActor): Partial<typeof refUpdates.$inferInsert> {
  if (actor === "service" || actor === "mirror") return {};
  if (actor.kind === "merge") return actorColumns(actor.by);
  if (actor.kind === "user" || actor.kind === "subToken") return { userId: actor.userId };
  if (actor.kind === "installationUser") return { userId: actor.userId, appId: actor.appId };
  if (actor.kind === "installation") return { appId: actor.appId };
  if (actor.kind === "serviceAccount") return { serviceAccountId: actor.serviceAccountId };
  return actor.kind === "run" ? { runId: actor.runId } : {};
}

/** The pusher shown in events; none for the service, mirrors, merges and runs. */
async function pusherOf(tx: Transaction, actor: RefActor): Promise<ActorRef | undefined> {
  if (actor === "service" || actor === "mirror" || actor.kind === "merge" || actor.kind === "run") return undefined;
  return actorOf({ db: tx }, actor);
}

type Bypasses = ReadonlyMap<string, RecordedBypass>;

/** Records ref updates and the repository's last push time. Returns the row ids. */
export async function recordRefUpdates(
  tx: Transaction,
  context: EventService,
  input: {
    repositoryId: string;
    actor: RefActor;
    updates: readonly RefUpdate[];
    settled: boolean;
    /** Details for the push event. */
    push?: PushDetails | undefined;
    /** Bypasses of rules to report in the push event, by reference. */
    bypasses?: Bypasses | undefined;
  },
): Promise<number[]> {
  const { repositoryId, actor, updates, settled, push, bypasses } = input;
  const now = context.clock.now();
  if (updates.length === 0) return [];
  const [repository] = await tx
    .update(repositories)
    .set({ pushedAt: now, updatedAt: now })
    .where(eq(repositories.id, repositoryId))
    .returning({ mirrorStatus: repositories.mirrorStatus });
  // Settled updates have already happened in git.
  if (repository && !settled && actor !== "mirror") requireWritableRepository(repository);
  const ids: number[] = [];
  for (let from = 0; from < updates.length; from += maxRows) {
    const some = updates.slice(from, from + maxRows);
    const rows = await tx
      .insert(refUpdates)
      .values(
        some.map((update) => ({
          repositoryId,
          ...update,
          ...actorColumns(actor),
          settled,
          createdAt: now,
        })),
      )
      .returning({ id: refUpdates.id });
    ids.push(...rows.map(({ id }) => id));
  }
  if (settled) await notify(tx, "pushed", repositoryId);
  // Inbound mirrors emit no push events; their upstream does.
  if (push && repository && !isReadOnly(repository)) {
    const pusher = await pusherOf(tx, actor);
    await recordPushEvent(tx, context, { repositoryId, push, pusher, pushedAt: now, bypasses });
  }
  return ids;
}

/**
 * Updates refs in git and the database atomically: git locks and verifies the refs, the database commits (`within` can
 * add to the transaction), then git moves the refs. A crash in between is recovered at the next start. An update with
 * `before` equal to `after` only verifies and locks the ref. Objects in `quarantine` are kept only if nothing rejects the
 * updates.
 *
 * @throws {RefConflict} when a ref isn't at `before`; nothing has changed
 */
export async function updateRefs(
  context: Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit & WithMergePreparation,
  input: {
    repositoryId: string;
    actor: RefActor;
    updates: readonly RefUpdate[];
    /** Returns the bypasses of rules it recorded, to be reported in the push event. */
    within?: (tx: Transaction) => Promise<Bypasses | undefined>;
    quarantine?: Quarantine;
  },
): Promise<void> {
  const { repositoryId, actor, updates, within, quarantine } = input;
  await context.locks.references.run(repositoryId, async () => {
    const dir = context.repositories.path(repositoryId);
    for (const { ref, before } of updates) {
      // Git verifies this again under its locks; checking here first saves a process.
      if (before !== noObject && (await readReference(dir, ref)) !== before) throw new RefConflict("moved", ref);
    }
    // Mirrors keep the names of their upstream.
    const [conflict] = actor === "mirror" ? [] : await findCaseConflicts(dir, updates);
    if (conflict) throw new RefConflict("case", conflict.ref, conflict.existing);
    const prepared = await prepareRefs(dir, updates, quarantine?.env);
    let rows: number[];
    try {
      const moved = updates.filter(({ before, after }) => before !== after);
      rows = await context.db.transaction(async (tx) => {
        const bypasses = await within?.(tx);
        await quarantine?.keep();
        // A transaction that waited for another connection could wait for its own locks.
        const push = await describePush(context, tx, repositoryId, moved);
        return recordRefUpdates(tx, context, { repositoryId, actor, updates: moved, settled: false, push, bypasses });
      });
    } catch (error) {
      await prepared.abort();
      throw error;
    }
    await commitOrFinish(context, repositoryId, prepared, updates);
    // The refs have moved, so the call must not fail from here on.
    await retryOnDisconnect(context, () =>
      context.db.transaction(async (tx) => {
        await tx.update(refUpdates).set({ settled: true }).where(inArray(refUpdates.id, rows));
        await notify(tx, "pushed", repositoryId);
        // Webhook deliveries for the update were waiting for this.
        await notify(tx, "webhook", "due");
      }),
    );
  });
  await followRefUpdates(context, repositoryId);
}

/**
 * The database has committed, so retry once if git fails. If that fails too, `settleRefUpdates` finishes it later.
 */
async function commitOrFinish(
  context: Pick<Context, "log"> & WithGit,
  repositoryId: string,
  prepared: PreparedRefs,
  updates: readonly RefUpdate[],
): Promise<void> {
  try {
    await prepared.commit();
  } catch (error) {
    context.log.error({ err: error, repositoryId }, "git ref update failed after the database commit");
    const dir = context.repositories.path(repositoryId);
    const moved = await Promise.all(
      updates.map(async ({ ref, after }) => ((await readReference(dir, ref)) ?? noObject) === after),
    );
    if (moved.every(Boolean)) return;
    await (await prepareRefs(dir, updates)).commit();
  }
}

/** The default error for a ref conflict; `field` is the offending field. */
export function refConflictError({ problem, ref, other }: RefConflict, field: string): ApiError {
  if (problem === "case") {
    const message = `${field}: ${ref} ${caseProblem({ ref, existing: other ?? "another" })}`;
    return apiError.repohost("InvalidArgument", message, field);
  }
  if (problem === "clash") {
    return apiError.repohost("InvalidArgument", `${ref} conflicts with an existing branch`, field);
  }
  if (problem === "object") return apiError.repohost("InvalidArgument", `${field}: commit not found`, field);
  return apiError.repohost("Aborted", `${ref} has moved. Fetch it and try again.`);
}
