import { eq, isNull } from "drizzle-orm";
import type { HostingContext } from "../../core/hosting-context";
import { createLeases } from "../../core/store/lease";
import { mirrors } from "../../core/store/tables/mirrors";
import { repositories } from "../../core/store/tables/repositories";
import type { WithRemotes } from "../../remotes/remotes";
import { dueMirrors } from "./due-mirrors";
import { MirrorChanged, toMirrorProblem } from "./mirror-problem";
import { findActiveJob, findMirror } from "./mirror-row";
import { runJob } from "./run-job";
import { recordSyncFailure, synchronizeMirror } from "./synchronize";
import { openUpstream } from "./upstream";
import type { MirrorWorker } from "./with-mirrors";

const maxConcurrent = 4;
const leaseMs = 60_000;

type MirrorContext = HostingContext & WithRemotes;

/** Runs a mirror's due job, or syncs the mirror if it has no job. */
async function processMirror(context: MirrorContext, repositoryId: string, signal: AbortSignal): Promise<void> {
  const mirror = await findMirror(context.db, repositoryId);
  if (!mirror || mirror.detachedAt !== null) return;
  const upstream = openUpstream(context, mirror, signal);
  const job = await findActiveJob(context.db, repositoryId);
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
    await synchronizeMirror(context, mirror, row.status, upstream);
  } catch (error) {
    if (error instanceof MirrorChanged || signal.aborted) return;
    context.log.warn({ err: error, repositoryId }, "mirror sync failed");
    await recordSyncFailure(context, mirror, toMirrorProblem(error));
  }
}

export function createMirrorWorker(context: MirrorContext): MirrorWorker {
  const running = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const leases = createLeases(context, { table: mirrors, key: mirrors.repositoryId, forMs: leaseMs });

  /** Runs `work` while holding the lease; aborts it if the lease is lost. */
  async function withLease(repositoryId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const lost = new AbortController();
    const stopRenewing = leases.keep(repositoryId, (reason = new MirrorChanged()) => lost.abort(reason));
    try {
      await work(AbortSignal.any([closing.signal, lost.signal]));
    } finally {
      stopRenewing();
      await leases.release(repositoryId);
    }
  }

  /** How often {@link wake} was called. */
  let wakes = 0;

  function start(repositoryId: string): void {
    const wakesBefore = wakes;
    const work = withLease(repositoryId, (signal) => processMirror(context, repositoryId, signal))
      .catch((error: unknown) => context.log.error({ err: error, repositoryId }, "mirror processing failed"))
      .finally(() => {
        running.delete(repositoryId);
        // What was requested meanwhile couldn't start.
        if (wakes > wakesBefore) schedule();
      });
    running.set(repositoryId, work);
  }

  async function tick(): Promise<void> {
    const free = maxConcurrent - running.size;
    if (free <= 0 || closing.signal.aborted) return;
    const where = isNull(mirrors.detachedAt);
    for (const id of await dueMirrors(context, { isFree: leases.isFree(), limit: free })) {
      if (!closing.signal.aborted && !running.has(id) && (await leases.claim(id, { where }))) start(id);
    }
  }

  function schedule(): void {
    tick().catch((error: unknown) => context.log.warn({ err: error }, "mirror scheduling failed"));
  }

  return {
    tick,
    wake() {
      wakes += 1;
      schedule();
    },
    async recover() {
      await leases.releaseAll();
    },
    async close() {
      closing.abort(new MirrorChanged());
      await Promise.all(running.values());
    },
  };
}
