import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import { createLeases } from "../core/store/lease";
import { persist } from "../core/store/retry-on-disconnect";
import { runs } from "../core/store/tables/agents";
import { workspaceDir } from "../runner/workspace";
import { type CloudRunContext, executeCloudRun } from "./execute-cloud-run";
import { finishRun } from "./finish-run";
import { overlookedRuns, recoverRuns } from "./recover-runs";
import { onRunEnd } from "./run-end";
import type { RunDispatcher } from "./with-dispatcher";

/** Runs of this service at once; later ones wait as CREATING. */
const concurrentRuns = 32;
const leaseMs = 60_000;

export function createDispatcher(context: CloudRunContext): RunDispatcher {
  const { db, log } = context;
  const leases = createLeases(context, { table: runs, key: runs.id, forMs: leaseMs });
  const slots = new Semaphore(concurrentRuns);
  const agentLocks = new KeyedMutex();
  /** Agents with a run that is executing now, rather than waiting. */
  const busy = new Set<string>();
  /** Runs that wait here or are executing. */
  const started = new Map<string, Promise<void>>();
  const executing = new Map<string, AbortController>();
  let closing = false;

  async function execute(runId: string): Promise<void> {
    if (closing) return;
    const where = eq(runs.status, "CREATING");
    // A claim whose confirmation was lost is repeated.
    if (!(await persist(context, () => leases.claim(runId, { where, again: true })))) return;
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
    const [run] = await persist(context, () =>
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
      .catch((error) => log.error({ err: error, runId }, "run failed to execute"))
      .finally(() => started.delete(runId));
    started.set(runId, work);
  }

  return {
    start,
    async recover(alone) {
      for (const runId of await recoverRuns(context, alone)) start(runId);
    },
    async pickUp() {
      for (const runId of await overlookedRuns(context)) start(runId);
    },
    async removeWorkspace(agentId) {
      const remove = () => rm(workspaceDir(context, agentId), { recursive: true, force: true });
      await (busy.has(agentId) ? agentLocks.run(agentId, remove) : remove());
    },
    async close() {
      closing = true;
      const message = "The service was stopped while the run was under way; send a follow-up to go on";
      for (const [runId, abort] of executing) {
        await finishRun(context, runId, { status: "ERROR", error: { code: "service_stopped", message } });
        abort.abort();
      }
      await Promise.all(started.values());
    },
  };
}
