import { rm } from "node:fs/promises";
import { and, asc, eq, isNull, lt } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import { collectArtifacts } from "../artifacts/collect-artifacts";
import type { Context } from "../core/context";
import { createLeases } from "../core/store/lease";
import { persist } from "../core/store/retry-on-disconnect";
import { agents, runs } from "../core/store/tables/agents";
import type { WithGit } from "../git/with-git";
import type { WithRunCredentials } from "../hosting/git-http/run-credentials";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import type { WithCatalogue } from "../models/model-catalog";
import type { WithRemotes } from "../remotes/remotes";
import { processMarker } from "../runner/agent-environment";
import { executeRun } from "../runner/execute-run";
import { endProcesses } from "../runner/process-tree";
import { RunFailure } from "../runner/run-failure";
import type { WithIsolation } from "../runner/run-spec";
import { workspaceDir } from "../runner/workspace";
import { isActive } from "./active-run";
import { finishRun } from "./finish-run";
import { createRecorder, RunOver } from "./recorder";
import { runSpecOf } from "./run-spec-of";
import type { RunDispatcher } from "./with-dispatcher";

/** Runs of this service at once; later ones wait as CREATING. */
const concurrentRuns = 32;
/** A run is handed on in the moment it is stored; later it was forgotten. */
const forgottenMs = 5_000;
const leaseMs = 60_000;

export function createDispatcher(
  context: Context & WithCatalogue & WithGit & WithIsolation & WithMergePreparation & WithRemotes & WithRunCredentials,
): RunDispatcher {
  const { db, clock, log } = context;
  const leases = createLeases(context, { table: runs, key: runs.id, forMs: leaseMs });
  const runSlots = new Semaphore(concurrentRuns);
  const agentLocks = new KeyedMutex();
  /** Agents with a run that is executing now, rather than waiting. */
  const busy = new Set<string>();
  const executing = new Map<string, AbortController>();
  let closing = false;

  async function hasEnded(runId: string): Promise<boolean> {
    const [run] = await persist(context, () => db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId)));
    return !run || isTerminal(run.status);
  }

  async function execute(runId: string): Promise<void> {
    if (closing) return;
    const where = eq(runs.status, "CREATING");
    // A claim whose confirmation was lost is repeated.
    if (!(await persist(context, () => leases.claim(runId, { where, again: true })))) return;
    const stopRenewing = leases.keep(runId);
    const abort = new AbortController();
    executing.set(runId, abort);
    // A notification only says to look: after a lost connection it comes without a cause.
    const offCancel = context.notifications.on("cancel", runId, () => {
      hasEnded(runId).then(
        (ended) => ended && abort.abort(),
        (error) => log.error({ err: error, runId }, "a cancel could not be read"),
      );
    });
    try {
      const begun = await persist(context, async () => {
        const [row] = await db
          .select()
          .from(runs)
          .innerJoin(agents, eq(agents.id, runs.agentId))
          .where(eq(runs.id, runId));
        if (!row || isTerminal(row.runs.status)) return undefined;
        const recorder = await createRecorder(context, runId);
        return { ...(await runSpecOf(context, row.agents, row.runs)), recorder, teamId: row.agents.teamId };
      });
      if (!begun) return;
      const { spec, repositoryIds, dependencyIds, recorder, teamId } = begun;
      const outcome = await executeRun(spec, {
        ...recorder,
        gitCredential: async () =>
          context.runCredentials.mint({ agentId: spec.agentId, runId, teamId, repositoryIds, dependencyIds }),
        outsideRemote: (cloneUrl) => context.remotes.access(cloneUrl),
        isolation: context.isolation,
        limits: {
          timeMs: context.settings.runTimeLimitSeconds * 1000,
          processes: context.settings.runProcessLimit,
          workspaceBytes: context.settings.workspaceLimitMb * 1024 ** 2,
        },
        signal: abort.signal,
        clock,
        ids: context.ids,
        log: log.child({ runId }),
      });
      await collectArtifacts(context, spec.agentId);
      const ended = await finishRun(context, runId, {
        status: outcome.status,
        result: outcome.result,
        branches: outcome.branches,
        ...(outcome.error ? { error: outcome.error } : {}),
        ...(outcome.sessionId ? { sessionId: outcome.sessionId } : {}),
        ...(outcome.usage ? { usage: outcome.usage } : {}),
      });
      // A cancelled run has ended before its agent told which session it was; a follow-up goes on in that session.
      if (!ended && outcome.sessionId) {
        const { sessionId } = outcome;
        await persist(context, () => db.update(agents).set({ sessionId }).where(eq(agents.id, spec.agentId)));
      }
    } catch (error) {
      if (error instanceof RunOver) return;
      log.error({ err: error, runId }, "a run failed");
      // What broke may hold queries and their values: it belongs into the log, not into the run.
      const message = "The service could not carry out the run; its log has the reason under the run's id";
      const told = error instanceof RunFailure ? error : { code: "internal_error", message };
      await finishRun(context, runId, { status: "ERROR", error: { code: told.code, message: told.message } });
    } finally {
      executing.delete(runId);
      offCancel();
      stopRenewing();
    }
  }

  async function begin(runId: string): Promise<void> {
    const [run] = await persist(context, () =>
      db.select({ agentId: runs.agentId }).from(runs).where(eq(runs.id, runId)),
    );
    if (!run) return;
    await agentLocks.run(run.agentId, () =>
      runSlots.run(async () => {
        busy.add(run.agentId);
        await execute(runId).finally(() => busy.delete(run.agentId));
      }),
    );
  }

  /** Runs that wait here or are executing. */
  const started = new Map<string, Promise<void>>();
  const start = (runId: string) => {
    if (started.has(runId)) return;
    const work = begin(runId)
      .catch((error) => log.error({ err: error, runId }, "run failed to execute"))
      .finally(() => started.delete(runId));
    started.set(runId, work);
  };

  return {
    start,
    async recover(alone) {
      const rows = await db
        .select({ id: runs.id, leasedBy: runs.leasedBy, leasedUntil: runs.leasedUntil, agentId: runs.agentId })
        .from(runs)
        .innerJoin(agents, eq(agents.id, runs.agentId))
        .where(and(isActive, eq(agents.envType, "cloud")))
        .orderBy(asc(runs.position));
      for (const { id, leasedBy, leasedUntil, agentId } of rows) {
        if (leasedBy === null) {
          start(id);
        } else if (alone || (leasedUntil ?? 0) < clock.now()) {
          const marker = processMarker(context.settings.serviceName.toUpperCase(), id);
          await endProcesses({ marker, groups: [] });
          await collectArtifacts(context, agentId);
          const message = "The service stopped while the run was under way; send a follow-up to go on";
          await finishRun(context, id, { status: "ERROR", error: { code: "service_restarted", message } });
        }
      }
    },
    async pickUp() {
      const forgotten = await db
        .select({ id: runs.id })
        .from(runs)
        .innerJoin(agents, eq(agents.id, runs.agentId))
        .where(
          and(
            eq(runs.status, "CREATING"),
            isNull(runs.leasedBy),
            eq(agents.envType, "cloud"),
            lt(runs.createdAt, clock.now() - forgottenMs),
          ),
        );
      for (const { id } of forgotten) start(id);
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
