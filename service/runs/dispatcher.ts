import { eq } from "drizzle-orm";
import { FairSemaphore } from "@/lib/core/concurrency/fair-semaphore";
import { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import { removeLeftovers } from "@/runner/images/remove-marked";
import { createLeases } from "../core/store/lease";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { agents, runs } from "../core/store/tables/agents";
import { removeDeletedWorkspaces } from "./deleted-workspaces";
import { type CloudRunContext, cloudRunResources, executeCloudRun } from "./execute-cloud-run";
import { finishRun } from "./finish-run";
import { endAbandonedRuns, findUnstartedRuns, recoverRuns } from "./recover-runs";
import { onRunEnd } from "./run-end";
import type { RunDispatcher } from "./with-dispatcher";

const leaseMs = 60_000;

export function createDispatcher(context: CloudRunContext): RunDispatcher {
  const { db, log, settings } = context;
  const leases = createLeases(context, { table: runs, key: runs.id, forMs: leaseMs });
  // Runs without a slot wait as CREATING, and those of one user can't take all slots.
  const slots = new FairSemaphore({
    limit: settings.concurrentRuns,
    perKey: settings.concurrentRunsPerUser,
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  const agentLocks = new KeyedMutex();
  /** Agents with a run that is executing, not waiting. */
  const busy = new Set<string>();
  /** Runs that are waiting or executing. */
  const started = new Map<string, Promise<void>>();
  const executing = new Map<string, AbortController>();
  let closing = false;

  async function execute(runId: string): Promise<void> {
    if (closing) return;
    const where = eq(runs.status, "CREATING");
    // Allow claiming again, in case the first claim's confirmation was lost.
    if (!(await retryOnDisconnect(context, () => leases.claim(runId, { where, again: true })))) return;
    const abort = new AbortController();
    executing.set(runId, abort);
    const stopRenewing = leases.keep(runId);
    const stopListening = onRunEnd(context, runId, () => abort.abort());
    try {
      await executeCloudRun(context, runId, abort.signal);
    } finally {
      executing.delete(runId);
      stopListening();
      stopRenewing();
    }
  }

  async function executeInTurn(runId: string): Promise<void> {
    const [run] = await retryOnDisconnect(context, () =>
      db
        .select({ agentId: runs.agentId, userId: agents.userId, serviceAccountId: agents.serviceAccountId })
        .from(runs)
        .innerJoin(agents, eq(agents.id, runs.agentId))
        .where(eq(runs.id, runId)),
    );
    if (!run) return;
    const owner = run.userId === null ? `account ${run.serviceAccountId}` : `user ${run.userId}`;
    await agentLocks.run(run.agentId, () =>
      slots.run(owner, async () => {
        busy.add(run.agentId);
        await execute(runId).finally(() => busy.delete(run.agentId));
      }),
    );
  }

  function start(runId: string): void {
    if (started.has(runId)) return;
    const work = executeInTurn(runId)
      .catch((error) => log.error({ err: error, runId }, "couldn't execute run"))
      .finally(() => started.delete(runId));
    started.set(runId, work);
  }

  return {
    start,
    async recover(exclusive) {
      const unstarted = await recoverRuns(context, exclusive);
      if (exclusive) {
        await removeLeftovers(cloudRunResources(context).images, log);
        await removeDeletedWorkspaces(context);
      }
      for (const runId of unstarted) start(runId);
    },
    async startMissed() {
      await endAbandonedRuns(context, { exclusive: false });
      for (const runId of await findUnstartedRuns(context)) start(runId);
    },
    // A run that waits for a slot isn't awaited: it isn't in the workspace, and can't start once its agent is deleted.
    afterRun: (agentId, work) => (busy.has(agentId) ? agentLocks.run(agentId, work) : work()),
    async close() {
      closing = true;
      const message = "The service stopped during the run";
      for (const [runId, abort] of executing) {
        await finishRun(context, runId, { status: "ERROR", error: { code: "service_stopped", message } });
        abort.abort();
      }
      await Promise.all(started.values());
    },
  };
}
