import "server-only";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import { scheduleEvery } from "@/lib/core/schedule-every";
import { sessionSecret } from "@/lib/server/auth/secret";
import { isFirstStart } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { pruneFirings } from "@/lib/server/db/claim-firing";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { followChannel } from "@/lib/server/db/follow-channel";
import { automationChannel } from "@/lib/server/db/record-firing";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { launchFiring } from "./launch-firing";
import { createTriggerReceiver } from "./receive-trigger";
import { type AutomationParts, runDue } from "./run-due";

const everyMs = 2_000;
const pruneEveryMs = 3_600_000;
const retentionMs = 90 * 86_400_000;

async function automationParts(): Promise<AutomationParts> {
  const source = indexSource(dashboardSettings());
  const parts = { ...(await variableParts()), source };
  const { store, service, log } = parts;
  return { store, source, clock: service.clock, log, launch: (claimed) => launchFiring(parts, claimed) };
}

/** Receives the webhooks of automations. */
export function dashboardTriggerReceiver(): ReturnType<typeof createTriggerReceiver> {
  const settings = dashboardSettings();
  return createTriggerReceiver({
    store: dashboardStore,
    source: indexSource(settings),
    clock: dashboardService().clock,
    log: dashboardLog(),
    secret: () => sessionSecret(settings.dataDir),
  });
}

/** Runs automations while this process runs. All of a dashboard's processes do; each firing is launched by one of them. */
export async function startAutomations(): Promise<void> {
  if (!isFirstStart("automations")) return;
  const parts = await automationParts();
  const { store, clock, log } = parts;
  const signal = shutdownSignal();
  const running = new Set<Promise<void>>();
  followChannel({
    store: dashboardStore,
    clock,
    log,
    shutdown: signal,
    channel: automationChannel,
    everyMs,
    refresh: coalesce(async () => {
      try {
        await runDue(parts, running);
      } catch (error) {
        log.warn({ err: error }, "couldn't run automations");
      }
    }),
    disconnected: "not listening for automations",
  });
  scheduleEvery(
    { clock, log },
    { everyMs: pruneEveryMs, failure: "couldn't delete old automation history", immediately: true, signal },
    () => pruneFirings(store, new Date(clock.now() - retentionMs)),
  );
}
