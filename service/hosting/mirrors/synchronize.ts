import { eq, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { notify } from "../../core/store/notifications";
import { mirrors } from "../../core/store/tables/mirrors";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { readReference } from "../../git/references";
import type { WithGit } from "../../git/with-git";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { changeDefaultBranch } from "../repositories/default-branch";
import { MirrorMoved, type MirrorProblem } from "./mirror-problem";
import { lockStatus } from "./mirror-row";
import { adoptSeen, checkSeen, movesToOwn, movesToSeen, noteSeen } from "./seen-references";
import type { MirrorRow, Upstream } from "./upstream";

/** How often a source is looked at when nobody asks for it. */
const inboundEveryMs = 60_000;
/** How often an outbound mirror is compared although nothing was pushed here. */
const outboundEveryMs = 10 * 60_000;
const longestPauseMs = 60 * 60_000;

/** The default branch follows the source's, once it is here. */
export async function followHead(
  context: Context & WithGit,
  repositoryId: string,
  head: string | undefined,
): Promise<void> {
  if (head === undefined) return;
  const [row] = await context.db
    .select({ from: repositories.defaultBranch })
    .from(repositories)
    .where(eq(repositories.id, repositoryId));
  if (!row || row.from === head) return;
  if (!(await readReference(context.repositories.path(repositoryId), `refs/heads/${head}`))) return;
  await changeDefaultBranch(context, repositoryId, { from: row.from, to: head });
}

/** Makes the repository like its source; `within` decides, in the same transaction, whether it still may. */
export async function pull(
  context: Context & WithGit & WithMergePreparation,
  repositoryId: string,
  upstream: Upstream,
  within: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { head } = await upstream.look();
  await upstream.fetch();
  const dir = context.repositories.path(repositoryId);
  const updates = await movesToSeen(dir);
  await checkSeen(context, dir, updates);
  await adoptSeen(context, repositoryId, updates, within);
  await followHead(context, repositoryId, head);
}

/** Makes the source like the repository, as far as nobody else changed it. Throws what stood in the way. */
export async function push(context: WithGit, repositoryId: string, upstream: Upstream): Promise<void> {
  const dir = context.repositories.path(repositoryId);
  const { moved, problem } = await upstream.push(await movesToOwn(dir));
  await noteSeen(dir, moved);
  if (problem) throw problem;
}

/** Number of the newest move of a reference: what comes later is not part of what begins now. */
async function newestUpdate({ db }: Context, repositoryId: string): Promise<number> {
  const [row] = await db
    .select({ newest: sql<string>`coalesce(max(${refUpdates.id}), 0)` })
    .from(refUpdates)
    .where(eq(refUpdates.repositoryId, repositoryId));
  return Number(row?.newest ?? 0);
}

/** Writes down that a mirror is like its source, up to the wish it began with. */
export async function settleSync(
  tx: Pick<Context["db"], "update" | "execute">,
  { repositoryId, requestedSyncs }: Pick<MirrorRow, "repositoryId" | "requestedSyncs">,
  given: { now: number; outbound: boolean; pushedUpdateId?: number },
): Promise<void> {
  const { now, outbound, pushedUpdateId } = given;
  const next = now + (outbound ? outboundEveryMs : inboundEveryMs);
  await tx
    .update(mirrors)
    .set({
      completedSyncs: sql`greatest(${mirrors.completedSyncs}, ${requestedSyncs})`,
      lastSyncedAt: now,
      nextSyncAt: sql`case when ${mirrors.requestedSyncs} > ${requestedSyncs} then ${now}::bigint else ${next}::bigint end`,
      failures: 0,
      lastErrorCode: null,
      lastErrorMessage: null,
      ...(pushedUpdateId === undefined ? {} : { pushedUpdateId }),
    })
    .where(eq(mirrors.repositoryId, repositoryId));
  await notify(tx, "mirror", repositoryId);
}

/** Writes down why a mirror is not like its source, and tries again later, each time after a longer pause. */
export async function noteFailure(context: Context, mirror: MirrorRow, problem: MirrorProblem): Promise<void> {
  const pause = Math.min(inboundEveryMs * 2 ** mirror.failures, longestPauseMs);
  await context.db
    .update(mirrors)
    .set({
      failures: mirror.failures + 1,
      nextSyncAt: context.clock.now() + pause,
      lastErrorCode: problem.code,
      lastErrorMessage: problem.sentence,
    })
    .where(eq(mirrors.repositoryId, mirror.repositoryId));
}

/** One synchronisation of a mirror that no job works on. */
export async function synchronise(
  context: Context & WithGit & WithMergePreparation,
  mirror: MirrorRow,
  status: "inbound" | "outbound",
  upstream: Upstream,
): Promise<void> {
  const { repositoryId } = mirror;
  if (status === "outbound") {
    const pushedUpdateId = await newestUpdate(context, repositoryId);
    await push(context, repositoryId, upstream);
    return settleSync(context.db, mirror, { now: context.clock.now(), outbound: true, pushedUpdateId });
  }
  await pull(context, repositoryId, upstream, async (tx) => {
    if ((await lockStatus(tx, repositoryId)) !== "inbound") throw new MirrorMoved();
  });
  await settleSync(context.db, mirror, { now: context.clock.now(), outbound: false });
}
