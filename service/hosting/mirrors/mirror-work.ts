import { and, eq, exists, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { createLeases } from "../../core/store/lease";
import { mirrorJobs, mirrors } from "../../core/store/tables/mirrors";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import type { WithGit } from "../../git/with-git";
import type { WithRemotes } from "../../remotes/remotes";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { MirrorMoved, problemOf } from "./mirror-problem";
import { activeJob, findMirror } from "./mirror-row";
import { runJob } from "./run-job";
import { noteFailure, synchronise } from "./synchronize";
import { openUpstream } from "./upstream";
import type { MirrorWork } from "./with-mirrors";

const places = 4;
const leaseMs = 60_000;

export function createMirrorWork(context: Context & WithGit & WithMergePreparation & WithRemotes): MirrorWork {
  const underWay = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const leases = createLeases(context, { table: mirrors, key: mirrors.repositoryId, forMs: leaseMs });

  /** Mirrors with a job or a synchronisation that is due and that nobody works on. */
  async function due(room: number): Promise<string[]> {
    const { db, clock } = context;
    const now = clock.now();
    const job = db
      .select({ one: sql`1` })
      .from(mirrorJobs)
      .where(
        and(
          eq(mirrorJobs.repositoryId, mirrors.repositoryId),
          inArray(mirrorJobs.status, ["queued", "running"]),
          lte(mirrorJobs.nextAttemptAt, now),
        ),
      );
    const pushedSince = db
      .select({ one: sql`1` })
      .from(refUpdates)
      .where(and(eq(refUpdates.repositoryId, mirrors.repositoryId), gt(refUpdates.id, mirrors.pushedUpdateId)));
    const rows = await db
      .select({ id: mirrors.repositoryId })
      .from(mirrors)
      .innerJoin(repositories, eq(repositories.id, mirrors.repositoryId))
      .where(
        and(
          isNull(mirrors.detachedAt),
          leases.isFree(),
          or(
            exists(job),
            and(inArray(repositories.mirrorStatus, ["inbound", "outbound"]), lte(mirrors.nextSyncAt, now)),
            and(eq(repositories.mirrorStatus, "outbound"), eq(mirrors.failures, 0), exists(pushedSince)),
          ),
        ),
      )
      .orderBy(mirrors.nextSyncAt)
      .limit(room);
    return rows.map(({ id }) => id);
  }

  /** Works with the lease; `work` is aborted when the lease could not be kept. */
  async function leased(repositoryId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const lost = new AbortController();
    const stopRenewing = leases.keep(repositoryId, (reason = new MirrorMoved()) => lost.abort(reason));
    try {
      await work(AbortSignal.any([closing.signal, lost.signal]));
    } finally {
      stopRenewing();
      await leases.release(repositoryId);
    }
  }

  async function workOn(repositoryId: string, signal: AbortSignal): Promise<void> {
    const mirror = await findMirror(context.db, repositoryId);
    if (!mirror || mirror.detachedAt !== null) return;
    const upstream = openUpstream(context, mirror, signal);
    const job = await activeJob(context.db, repositoryId);
    if (job) {
      const isDue = job.status !== "requires_attention" && job.nextAttemptAt <= context.clock.now();
      if (isDue) await runJob(context, job, upstream, signal);
      return;
    }
    const [row] = await context.db
      .select({ status: repositories.mirrorStatus })
      .from(repositories)
      .where(eq(repositories.id, repositoryId));
    if (row?.status !== "inbound" && row?.status !== "outbound") return;
    try {
      await synchronise(context, mirror, row.status, upstream);
    } catch (error) {
      if (error instanceof MirrorMoved || signal.aborted) return;
      context.log.warn({ err: error, repositoryId }, "a mirror was not synchronised");
      await noteFailure(context, mirror, problemOf(error));
    }
  }

  function begin(repositoryId: string): void {
    const work = leased(repositoryId, (signal) => workOn(repositoryId, signal))
      .catch((error: unknown) => context.log.error({ err: error, repositoryId }, "a mirror was not worked on"))
      .finally(() => underWay.delete(repositoryId));
    underWay.set(repositoryId, work);
  }

  async function tick(): Promise<void> {
    const room = places - underWay.size;
    if (room <= 0 || closing.signal.aborted) return;
    const where = isNull(mirrors.detachedAt);
    for (const id of await due(room)) {
      if (!closing.signal.aborted && !underWay.has(id) && (await leases.claim(id, { where }))) begin(id);
    }
  }

  return {
    tick,
    wake() {
      tick().catch((error: unknown) => context.log.warn({ err: error }, "mirrors were not looked at"));
    },
    async recover() {
      await leases.releaseAll();
    },
    async close() {
      closing.abort(new MirrorMoved());
      await Promise.all(underWay.values());
    },
  };
}
