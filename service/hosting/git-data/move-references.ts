import { eq, inArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import { type Refusal, refuse } from "../../core/http/refusal";
import type { Principal } from "../../core/principal";
import { notify } from "../../core/store/notifications";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import type { RefUpdate } from "../../git/push-hooks";
import { type PreparedRefs, prepareRefs, RefConflict } from "../../git/ref-transaction";
import { noObject, readReference } from "../../git/references";
import type { WithGit } from "../../git/with-git";
import { isReadOnly, requireOwnContents } from "../access/mirror-status";
import { type ActorRef, actorOf } from "../actors/actor";
import { followRefUpdates } from "../pulls/follow-ref-updates";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import type { EventService } from "../webhooks/record-event";
import { describePush, type PushDetails, recordPushEvent } from "./push-event";

/** A statement of the database takes a bounded number of values. */
const mostRows = 2_000;

/** Who moves a reference; `service` when nobody asked for it, `mirror` when the repository follows its source. */
export type RefActor = Principal | "service" | "mirror";

function actorColumns(actor: RefActor) {
  if (actor === "service" || actor === "mirror") return {};
  if (actor.kind === "user" || actor.kind === "subToken") return { userId: actor.userId };
  if (actor.kind === "installationUser") return { userId: actor.userId, appId: actor.appId };
  if (actor.kind === "installation") return { appId: actor.appId };
  if (actor.kind === "serviceAccount") return { serviceAccountId: actor.serviceAccountId };
  return actor.kind === "run" ? { runId: actor.runId } : {};
}

/** Who pushed, as apps are told; nobody for the service and for who can't be named. */
async function pusherOf(tx: Transaction, actor: RefActor): Promise<ActorRef | undefined> {
  if (actor === "service" || actor === "mirror" || actor.kind === "run") return undefined;
  return actorOf({ db: tx }, actor);
}

/** Writes down moves of references and when the repository was last pushed to; answers the rows' ids. */
export async function recordRefUpdates(
  tx: Transaction,
  context: EventService,
  given: {
    repositoryId: string;
    actor: RefActor;
    updates: readonly RefUpdate[];
    settled: boolean;
    /** What apps are told of it. */
    push?: PushDetails | undefined;
  },
): Promise<number[]> {
  const { repositoryId, actor, updates, settled, push } = given;
  const now = context.clock.now();
  if (updates.length === 0) return [];
  const [repository] = await tx
    .update(repositories)
    .set({ pushedAt: now, updatedAt: now })
    .where(eq(repositories.id, repositoryId))
    .returning({ mirrorStatus: repositories.mirrorStatus });
  // What is settled has happened in git already.
  if (repository && !settled && actor !== "mirror") requireOwnContents(repository);
  const ids: number[] = [];
  for (let from = 0; from < updates.length; from += mostRows) {
    const some = updates.slice(from, from + mostRows);
    const rows = await tx
      .insert(refUpdates)
      .values(some.map((update) => ({ repositoryId, ...update, ...actorColumns(actor), settled, createdAt: now })))
      .returning({ id: refUpdates.id });
    ids.push(...rows.map(({ id }) => id));
  }
  if (settled) await notify(tx, "pushed", repositoryId);
  // A source elsewhere tells of its own pushes.
  if (push && repository && !isReadOnly(repository)) {
    const pusher = await pusherOf(tx, actor);
    await recordPushEvent(tx, context, { repositoryId, push, pusher, pushedAt: now });
  }
  return ids;
}

/**
 * Moves references and writes it down, both or neither: git locks and checks them, the database commits (`within` may
 * add to the same transaction), git moves them. A crash between the last two is finished at the next start. An update to
 * where a reference is already only makes sure that it stays there.
 *
 * @throws {RefConflict} when a reference is not where `before` says, and nothing has changed
 */
export async function moveReferences(
  context: Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit & WithMergePreparation,
  given: {
    repositoryId: string;
    actor: RefActor;
    updates: readonly RefUpdate[];
    within?: (tx: Transaction) => Promise<void>;
  },
): Promise<void> {
  const { repositoryId, actor, updates, within } = given;
  await context.refLocks.run(repositoryId, async () => {
    const dir = context.repositories.path(repositoryId);
    for (const { ref, before } of updates) {
      // Git checks it again under its locks; this spares a process for who comes too late.
      if (before !== noObject && (await readReference(dir, ref)) !== before) throw new RefConflict("moved", ref);
    }
    const prepared = await prepareRefs(dir, updates);
    let rows: number[];
    try {
      const moved = updates.filter(({ before, after }) => before !== after);
      const push = await describePush(context, repositoryId, moved);
      rows = await context.db.transaction(async (tx) => {
        await within?.(tx);
        return recordRefUpdates(tx, context, { repositoryId, actor, updates: moved, settled: false, push });
      });
    } catch (error) {
      await prepared.abort();
      throw error;
    }
    await commitOrFinish(context, repositoryId, prepared, updates);
    // The references have moved: whoever asked for it is to hear so.
    await retryOnDisconnect(context, () =>
      context.db.transaction(async (tx) => {
        await tx.update(refUpdates).set({ settled: true }).where(inArray(refUpdates.id, rows));
        await notify(tx, "pushed", repositoryId);
        // What apps are told of the move waited for it.
        await notify(tx, "webhook", "due");
      }),
    );
  });
  await followRefUpdates(context, repositoryId);
}

/**
 * The database has acknowledged the move: when git fails to follow it is made once more. What fails then as well is left
 * for the next settling.
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
    context.log.error({ err: error, repositoryId }, "git did not move references that the database has");
    const dir = context.repositories.path(repositoryId);
    const places = await Promise.all(
      updates.map(async ({ ref, after }) => ((await readReference(dir, ref)) ?? noObject) === after),
    );
    if (places.every((isThere) => isThere)) return;
    await (await prepareRefs(dir, updates)).commit();
  }
}

/** How a conflict is answered where the operation has nothing better to say; `field` is to blame for it. */
export function refusalOf({ problem, ref }: RefConflict, field: string): Refusal {
  if (problem === "clash") {
    return refuse.repohost("InvalidArgument", `${ref} and a branch that is there exclude each other`, field);
  }
  if (problem === "object") return refuse.repohost("InvalidArgument", `${field} is no commit of the repository`, field);
  return refuse.repohost("Aborted", `${ref} moved meanwhile: read it and try again`);
}
