import { eq } from "drizzle-orm";
import { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import { createLeases } from "../core/store/lease";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { runs } from "../core/store/tables/agents";
import { removeLeftovers } from "../runner/images/remove-marked";
import { removeTree } from "../runner/remove-tree";
import { workspaceDir } from "../runner/workspace";
import { type CloudRunContext, cloudRunResources, executeCloudRun } from "./execute-cloud-run";
import { finishRun } from "./finish-run";
import { endAbandonedRuns, findUnstartedRuns, recoverRuns } from "./recover-runs";
import { onRunEnd } from "./run-end";
import type { RunDispatcher } from "./with-dispatcher";

/** Concurrent runs of this service; other runs wait as CREATING. */
const concurrentRuns = 32;
const leaseMs = 60_000;

export function createDispatcher(context: CloudRunContext): RunDispatcher {
  const { db, log } = context;
  const leases = createLeases(context, { table: runs, key: runs.id, forMs: leaseMs });
  const slots = new Semaphore(concurrentRuns);
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
      db.select({ agentId: runs.agentId }).from(runs).where(eq(runs.id, runId)),
    );
    if (!run) return;
    await agentLocks.run(run.agentId, () =>
      slots.run(async () => {
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
      if (exclusive) await removeLeftovers(cloudRunResources(context).images, log);
      for (const runId of unstarted) start(runId);
    },
    async startMissed() {
      await endAbandonedRuns(context, { exclusive: false });
      for (const runId of await findUnstartedRuns(context)) start(runId);
    },
    async removeWorkspace(agentId) {
      const remove = () => removeTree(workspaceDir(context, agentId));
      await (busy.has(agentId) ? agentLocks.run(agentId, remove) : remove());
    },
    async close() {
      closing = true;
      const message = "The service stopped during the run. Send a follow-up to continue";
      for (const [runId, abort] of executing) {
        await finishRun(context, runId, { status: "ERROR", error: { code: "service_stopped", message } });
        abort.abort();
      }
      await Promise.all(started.values());
    },
  };
}
