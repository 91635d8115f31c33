import { eq, sql } from "drizzle-orm";
import { readReference } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { notify } from "../../core/store/notifications";
import { mirrors } from "../../core/store/tables/mirrors";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { changeDefaultBranch } from "../repositories/default-branch";
import { MirrorChanged, type MirrorProblem } from "./mirror-problem";
import { lockMirrorStatus } from "./mirror-row";
import type { MirrorRow, Upstream } from "./upstream";
import {
  applyIncomingUpdates,
  checkIncomingUpdates,
  incomingRefUpdates,
  outgoingRefUpdates,
  recordUpstreamRefs,
} from "./upstream-refs";

/** How often an upstream is polled without a sync request. */
const inboundEveryMs = 60_000;
/** How often an outbound mirror is compared when nothing was pushed. */
const outboundEveryMs = 10 * 60_000;
const maxRetryDelayMs = 60 * 60_000;

/** Changes the default branch to the upstream's, once that branch exists locally. */
export async function followUpstreamHead(
  context: HostingContext,
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

/** Makes the repository match its upstream. `within` runs in the same transaction and can abort the update. */
export async function pullFromUpstream(
  context: HostingContext,
  repositoryId: string,
  upstream: Upstream,
  within: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { head } = await upstream.listRefs();
  await upstream.fetch();
  const dir = context.repositories.path(repositoryId);
  const updates = await incomingRefUpdates(dir);
  await checkIncomingUpdates(context, dir, updates);
  await applyIncomingUpdates(context, repositoryId, updates, within);
  await followUpstreamHead(context, repositoryId, head);
}

/** Makes the upstream match the repository, except refs changed upstream. Throws the first problem. */
export async function pushToUpstream(context: WithGit, repositoryId: string, upstream: Upstream): Promise<void> {
  const dir = context.repositories.path(repositoryId);
  const { moved, problem } = await upstream.push(await outgoingRefUpdates(dir));
  await recordUpstreamRefs(dir, moved);
  if (problem) throw problem;
}

/** Id of the newest ref update. Later ones aren't part of the sync that starts now. */
async function newestUpdate({ db }: Context, repositoryId: string): Promise<number> {
  const [row] = await db
    .select({ newest: sql<string>`coalesce(max(${refUpdates.id}), 0)` })
    .from(refUpdates)
    .where(eq(refUpdates.repositoryId, repositoryId));
  return Number(row?.newest ?? 0);
}

/** When to sync next: `now` if a sync was requested after this one started, otherwise at `next`. */
const nextUnlessRequested = (requestedSyncs: number, now: number, next: number) =>
  sql`case when ${mirrors.requestedSyncs} > ${requestedSyncs} then ${now}::bigint else ${next}::bigint end`;

/** Records a completed sync, which fulfills requests up to the one it started with. */
export async function recordSync(
  tx: Pick<Context["db"], "update" | "execute">,
  { repositoryId, requestedSyncs }: Pick<MirrorRow, "repositoryId" | "requestedSyncs">,
  input: { now: number; outbound: boolean; pushedUpdateId?: number },
): Promise<void> {
  const { now, outbound, pushedUpdateId } = input;
  const next = now + (outbound ? outboundEveryMs : inboundEveryMs);
  await tx
    .update(mirrors)
    .set({
      attemptedSyncs: sql`greatest(${mirrors.attemptedSyncs}, ${requestedSyncs})`,
      completedSyncs: sql`greatest(${mirrors.completedSyncs}, ${requestedSyncs})`,
      lastSyncedAt: now,
      nextSyncAt: nextUnlessRequested(requestedSyncs, now, next),
      failures: 0,
      lastErrorCode: null,
      lastErrorMessage: null,
      ...(pushedUpdateId === undefined ? {} : { pushedUpdateId }),
    })
    .where(eq(mirrors.repositoryId, repositoryId));
  await notify(tx, "mirror", repositoryId);
}

/** Records a failed sync and schedules a retry with exponential backoff, or at once for a request made meanwhile. */
export async function recordSyncFailure(
  { db, clock }: { db: Pick<Context["db"], "update" | "execute">; clock: Context["clock"] },
  mirror: MirrorRow,
  problem: MirrorProblem,
): Promise<void> {
  const { repositoryId, requestedSyncs, failures } = mirror;
  const now = clock.now();
  const delay = Math.min(inboundEveryMs * 2 ** failures, maxRetryDelayMs);
  await db
    .update(mirrors)
    .set({
      attemptedSyncs: sql`greatest(${mirrors.attemptedSyncs}, ${requestedSyncs})`,
      failures: failures + 1,
      nextSyncAt: nextUnlessRequested(requestedSyncs, now, now + delay),
      lastErrorCode: problem.code,
      lastErrorMessage: problem.userMessage,
    })
    .where(eq(mirrors.repositoryId, repositoryId));
  await notify(db, "mirror", repositoryId);
}

/** Syncs a mirror that has no active job. */
export async function synchronizeMirror(
  context: HostingContext,
  mirror: MirrorRow,
  status: "inbound" | "outbound",
  upstream: Upstream,
): Promise<void> {
  const { repositoryId } = mirror;
  if (status === "outbound") {
    const pushedUpdateId = await newestUpdate(context, repositoryId);
    await pushToUpstream(context, repositoryId, upstream);
    return recordSync(context.db, mirror, { now: context.clock.now(), outbound: true, pushedUpdateId });
  }
  await pullFromUpstream(context, repositoryId, upstream, async (tx) => {
    if ((await lockMirrorStatus(tx, repositoryId)) !== "inbound") throw new MirrorChanged();
  });
  await recordSync(context.db, mirror, { now: context.clock.now(), outbound: false });
}
