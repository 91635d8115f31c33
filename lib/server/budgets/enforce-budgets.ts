import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { callPath } from "@/lib/contract/client-path";
import type { Log } from "@/lib/core/log";
import { budgetName, budgetUsed } from "@/lib/model/budgets/budget-text";
import { levelOf } from "@/lib/model/budgets/budget-use";
import { lastChange } from "@/lib/server/db/agent-rows";
import { recordAudit } from "@/lib/server/db/audit";
import {
  type BudgetCrossing,
  claimCancel,
  deleteOldBudgetEvents,
  recordCrossing,
  settleCancel,
  unrecorded,
} from "@/lib/server/db/budget-events";
import { type ActiveRun, concerns, deleteRemovedRuns, readActiveRuns } from "@/lib/server/db/budget-usage";
import { type NamedBudget, readBudgets } from "@/lib/server/db/budgets";
import { notifyIndex } from "@/lib/server/db/index-notices";
import type { Store } from "@/lib/server/db/store";
import { readPrices } from "@/lib/server/db/token-prices";
import { auditTrail } from "@/lib/server/gateway/audit-trail";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { type BudgetUsage, budgetStatus, readBudgetUses } from "./budget-status";

export interface EnforceParts {
  store: Store;
  service: Service;
  source: string;
  log: Log;
}

/** Usage and events are kept for the current and the previous month. */
const keptMs = 62 * 86_400_000;

/** The audit log's author of changes that no user made. */
const budgetActor = { id: "00000000-0000-0000-0000-000000000000", email: "Slipway budgets" };

/** Deletes what no current period needs. */
export async function deleteOldBudgetData(store: Store, now: number): Promise<void> {
  const before = new Date(now - keptMs);
  await deleteOldBudgetEvents(store, before);
  await deleteRemovedRuns(store, before);
}

/** What a pass depends on. While it stays the same, no budget has changed. */
async function fingerprint({ store, source }: EnforceParts, budgets: readonly NamedBudget[], now: number) {
  const change = await lastChange(store, source);
  const prices = await readPrices(store);
  const revisions = budgets.map(({ budget }) => `${budget.id}/${budget.revision}`);
  return [change, prices?.updatedAt.getTime(), new Date(now).toISOString().slice(0, 10), ...revisions].join(" ");
}

function crossingsOf({ named, uses }: BudgetUsage, { source, now }: { source: string; now: number }) {
  const { budget } = named;
  return uses.flatMap((use): BudgetCrossing[] => {
    const level = levelOf(budget, use.used);
    if (level === "ok") return [];
    const status = budgetStatus(named, use, { prices: undefined, now });
    const facts = {
      budget: { name: budgetName(status), used: budgetUsed(status) },
      ...(use.agent ? { agent: use.agent } : {}),
    };
    return [{ budget, subject: use.subject, level, source, facts }];
  });
}

/** Cancels a run that a budget stops. Returns false if it has to be tried again. */
async function cancelForBudget({ store, service, log }: EnforceParts, { agentId, runId }: ActiveRun): Promise<boolean> {
  const now = () => new Date(service.clock.now());
  const claim = await claimCancel(store, { agentId, runId }, now());
  if (claim !== "claimed") return claim === "settled";
  const params = { id: agentId, runId };
  const path = callPath(cancelRun, params);
  const requestId = service.ids.uuid();
  const call = { match: { operation: cancelRun, params }, user: budgetActor, path, requestId };
  const audited = auditTrail(call, service.clock, (entry) => recordAudit(store, entry));
  await audited.intent();
  try {
    await callWith(service, cancelRun, { path, requestId });
    await audited.outcome({ status: cancelRun.success, response: new Response() });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    await audited.outcome({ status: error.status, error });
    // It has ended, or its agent was deleted.
    const hasEnded = error.code === "run_not_cancellable" || error.status === 404;
    if (!hasEnded) {
      log.info({ err: error, agent: agentId }, "couldn't cancel a run for a budget");
      return false;
    }
  }
  await settleCancel(store, { agentId, runId }, now());
  await notifyIndex(store, { agents: [agentId] });
  return true;
}

/**
 * Records crossed lines and cancels runs, after any change of the index, the prices or the budgets. Returns the function
 * for a pass. Any number of processes can do this: each crossing is recorded and each run is canceled by one of them.
 */
export function createBudgetWatch(parts: EnforceParts): () => Promise<void> {
  const { store, service, source } = parts;
  let seen = "";

  return async () => {
    const now = service.clock.now();
    const budgets = await readBudgets(store);
    if (budgets.length === 0) return;
    const current = await fingerprint(parts, budgets, now);
    if (current === seen) return;
    const { usages } = await readBudgetUses(store, budgets, { source, now });
    const crossings = usages.flatMap((usage) => crossingsOf(usage, { source, now }));
    for (const crossing of await unrecorded(store, crossings)) await recordCrossing(store, crossing, new Date(now));
    // A failed cancel is tried again in the next pass.
    seen = (await cancelRuns(crossings)) ? current : "";
  };

  async function cancelRuns(crossings: readonly BudgetCrossing[]): Promise<boolean> {
    const stopping = crossings.filter(({ budget, level }) => budget.action === "cancel" && level === "reached");
    if (stopping.length === 0) return true;
    const isStopped = (run: ActiveRun) =>
      stopping.some(
        ({ budget, subject }) => concerns(budget, run) && (budget.period !== "agent" || subject === run.agentId),
      );
    let done = true;
    for (const run of (await readActiveRuns(store, source)).filter(isStopped)) {
      if (!(await cancelForBudget(parts, run))) done = false;
    }
    return done;
  }
}
