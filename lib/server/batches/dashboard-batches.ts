import "server-only";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import { checkRunBudgets } from "@/lib/server/budgets/admit-run";
import { budgetParts } from "@/lib/server/budgets/dashboard-budgets";
import { isFirstStart } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { recordAudit } from "@/lib/server/db/audit";
import { batchChannel, forgetOldLaunches } from "@/lib/server/db/batches";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { followChannel } from "@/lib/server/db/follow-channel";
import { syncAfterWrite } from "@/lib/server/index/sync-after-call";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { launchDueMembers } from "./launch-due-members";
import type { BatchParts } from "./launch-member";

const everyMs = 5_000;
const keepMs = 7 * 86_400_000;

export async function batchParts(): Promise<BatchParts> {
  const store = await dashboardStore();
  return {
    store,
    service: dashboardService(),
    source: indexSource(dashboardSettings()),
    variables: await variableParts(),
    recordAudit: (entry) => recordAudit(store, entry),
    admit: async (call) => checkRunBudgets(await budgetParts(), call),
    onWrite: syncAfterWrite,
    log: dashboardLog(),
  };
}

/** Launches the agents of batches while this process runs. All of a dashboard's processes do; each agent is launched by one of them. */
export async function startBatches(): Promise<void> {
  if (!isFirstStart("batches")) return;
  const parts = await batchParts();
  const { log, service, store } = parts;
  const refresh = async () => {
    await forgetOldLaunches(store, new Date(service.clock.now() - keepMs));
    await launchDueMembers(parts);
  };
  followChannel({
    store: dashboardStore,
    clock: service.clock,
    log,
    shutdown: shutdownSignal(),
    channel: batchChannel,
    refresh: coalesce(() =>
      refresh().catch((error: unknown) => log.warn({ err: error }, "couldn't launch the agents of batches")),
    ),
    everyMs,
    disconnected: "not listening for batches",
  });
}
