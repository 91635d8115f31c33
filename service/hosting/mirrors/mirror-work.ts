import { and, eq, exists, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
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
const renewEveryMs = 20_000;

export function createMirrorWork(context: Context & WithGit & WithMergePreparation & WithRemotes): MirrorWork {
  const underWay = new Map<string, Promise<void>>();
  const closing = new AbortController();

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
          or(isNull(mirrors.leasedUntil), lt(mirrors.leasedUntil, now)),
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

  async function claim(repositoryId: string): Promise<boolean> {
    const { db, clock, instance } = context;
    const now = clock.now();
    const claimed = await db
      .update(mirrors)
      .set({ leasedBy: instance, leasedUntil: now + leaseMs })
      .where(
        and(
          eq(mirrors.repositoryId, repositoryId),
          isNull(mirrors.detachedAt),
          or(isNull(mirrors.leasedUntil), lt(mirrors.leasedUntil, now)),
        ),
      )
      .returning({ id: mirrors.repositoryId });
    return claimed.length > 0;
  }

  const held = (repositoryId: string) =>
    and(eq(mirrors.repositoryId, repositoryId), eq(mirrors.leasedBy, context.instance));

  /** Keeps the lease while `work` goes on; aborts it when the lease could not be kept. */
  async function leased(repositoryId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { db, clock } = context;
    const lost = new AbortController();
    let cancel = () => {};
    const renew = () => {
      cancel = clock.after(renewEveryMs, () => {
        db.update(mirrors)
          .set({ leasedUntil: clock.now() + leaseMs })
          .where(held(repositoryId))
          .returning({ id: mirrors.repositoryId })
          .then(
            (rows) => (rows.length > 0 ? renew() : lost.abort(new MirrorMoved())),
            (error: unknown) => lost.abort(error),
          );
      });
    };
    renew();
    try {
      await work(AbortSignal.any([closing.signal, lost.signal]));
    } finally {
      cancel();
      await db.update(mirrors).set({ leasedBy: null, leasedUntil: null }).where(held(repositoryId));
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
    for (const id of await due(room)) {
      if (!closing.signal.aborted && !underWay.has(id) && (await claim(id))) begin(id);
    }
  }

  return {
    tick,
    wake() {
      tick().catch((error: unknown) => context.log.warn({ err: error }, "mirrors were not looked at"));
    },
    async recover() {
      await context.db.update(mirrors).set({ leasedBy: null, leasedUntil: null });
    },
    async close() {
      closing.abort(new MirrorMoved());
      await Promise.all(underWay.values());
    },
  };
}
