import { eq, sql } from "drizzle-orm";
import { isReachable } from "@/git/history/history";
import { readReference } from "@/git/refs/references";
import { syncMirror } from "@/lib/contract/hosting/mirrors/sync-mirror";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { mirrors } from "../../core/store/tables/mirrors";
import { createWakeUps } from "../../core/store/wake-ups";
import { requireRepository } from "../access/repository-access";
import { findMirror } from "./mirror-row";
import type { WithMirrors } from "./with-mirrors";

/** Maximum time a caller waits. */
const maxWaitMs = 120_000;

const inboundStatuses = ["inbound", "transitioning-initial-to-inbound", "transitioning-inbound-to-outbound"];

/** Requests a sync that starts from now on. Returns the request number. */
async function requestSync({ db, clock }: Context, repositoryId: string): Promise<number> {
  const now = clock.now();
  const [row] = await db
    .update(mirrors)
    .set({ requestedSyncs: sql`${mirrors.requestedSyncs} + 1`, nextSyncAt: sql`least(${mirrors.nextSyncAt}, ${now})` })
    .where(eq(mirrors.repositoryId, repositoryId))
    .returning({ requestedSyncs: mirrors.requestedSyncs });
  return row?.requestedSyncs ?? 0;
}

/**
 * Resolves with true once the request is fulfilled; with false if its attempt fails, on timeout, or when the caller
 * disconnects.
 */
async function waitForSync(
  context: Context,
  repositoryId: string,
  number: number,
  signal: AbortSignal,
): Promise<boolean> {
  const deadline = context.clock.now() + maxWaitMs;
  const wakeUps = createWakeUps(context.clock, signal, (wake) =>
    context.notifications.on("mirror", repositoryId, wake),
  );
  try {
    for (;;) {
      const mirror = await findMirror(context.db, repositoryId);
      if (mirror && mirror.attemptedSyncs >= number) return mirror.completedSyncs >= number;
      const left = deadline - context.clock.now();
      if (signal.aborted || left <= 0) return false;
      await wakeUps.wait(left);
    }
  } finally {
    wakeUps.close();
  }
}

const respond = (synced: boolean) => Response.json({ synced }, { status: synced ? 200 : 202 });

/** Syncs all refs; syncing a single one wouldn't be cheaper. */
export const syncMirrorOperation = implement(
  syncMirror,
  async ({ principal, params, body, signal }, context: HostingContext & WithMirrors) => {
    const { id, mirrorStatus } = await requireRepository(context, principal, params);
    if (mirrorStatus === null || !inboundStatuses.includes(mirrorStatus)) {
      throw apiError.repohost("FailedPrecondition", "The repository isn't an inbound mirror");
    }
    const dir = context.repositories.path(id);
    const sha = body.sha?.toLowerCase();
    const hasCommit = async () => {
      const tip = await readReference(dir, body.ref);
      return Boolean(sha && tip && (await isReachable(dir, sha, tip)));
    };
    if (await hasCommit()) return respond(true);
    const number = await requestSync(context, id);
    context.mirrors.wake();
    if (!body.wait || !(await waitForSync(context, id, number, signal))) return respond(false);
    return respond(sha ? await hasCommit() : true);
  },
);
