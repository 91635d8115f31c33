import { coalesce } from "@/lib/core/concurrency/coalesce";
import { scheduleEvery } from "@/lib/core/schedule-every";
import { webhookReceiverUrl } from "@/lib/core/settings/webhook-receiver";
import { sleep } from "@/lib/core/sleep";
import { isFirstStart } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { followChannel } from "@/lib/server/db/follow-channel";
import { pruneDeliveries, receivedChannel } from "@/lib/server/db/webhooks";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardApp, dashboardService, serviceSigningKeys } from "@/lib/server/upstream/dashboard-service";
import { ensureDashboardWebhook } from "./dashboard-webhook";
import { processDeliveries } from "./process-deliveries";
import { createReceiver } from "./receive-delivery";
import { receivingAppId } from "./receiving-app";

/** Also picks up deliveries another process acknowledged but didn't process. */
const pollMs = 15_000;
const pruneEveryMs = 3_600_000;
const ensureEveryMs = 60_000;
/** Interval while the service is starting. */
const ensureRetryMs = 2_000;

/** Starts processing deliveries for the dashboard's app. */
export function dashboardReceiver(): (request: Request) => Promise<Response> {
  const { clock } = dashboardService();
  return createReceiver({
    keys: serviceSigningKeys(),
    appId: receivingAppId,
    store: dashboardStore,
    clock,
    log: dashboardLog(),
  });
}

async function processReceived(shutdown: AbortSignal): Promise<void> {
  const [store, service, log] = [await dashboardStore(), dashboardService(), dashboardLog()];
  const source = indexSource(dashboardSettings());
  followChannel({
    store: dashboardStore,
    clock: service.clock,
    log,
    shutdown,
    channel: receivedChannel,
    refresh: coalesce(() =>
      processDeliveries({ store, service, source, log }).catch((error: unknown) => {
        log.error({ err: error }, "delivery processing failed");
      }),
    ),
    everyMs: pollMs,
    disconnected: "not listening for received deliveries",
  });
}

function pruneOldDeliveries(signal: AbortSignal): void {
  const { clock } = dashboardService();
  scheduleEvery(
    { clock, log: dashboardLog() },
    { everyMs: pruneEveryMs, failure: "old delivery cleanup failed", immediately: true, signal },
    async () => pruneDeliveries(await dashboardStore(), clock.now()),
  );
}

async function listenAtEmbedded(signal: AbortSignal): Promise<void> {
  const service = dashboardService();
  const url = webhookReceiverUrl(dashboardSettings());
  const done = new Set<string>();
  let failed = 0;
  while (!signal.aborted) {
    try {
      await ensureDashboardWebhook({ service, own: dashboardApp(), url }, done);
      failed = 0;
    } catch (error) {
      failed += 1;
      // The service starts alongside the dashboard and might not be ready yet.
      if (failed === 15) dashboardLog().warn({ err: error }, "webhook subscription failed");
    }
    await sleep(service.clock, failed === 0 || failed > 15 ? ensureEveryMs : ensureRetryMs, signal);
  }
}

/** Processes received deliveries and subscribes to the embedded service while this process runs. */
export function startWebhooks(): void {
  if (!isFirstStart("webhooks")) return;
  const signal = shutdownSignal();
  void processReceived(signal);
  pruneOldDeliveries(signal);
  if (dashboardSettings().serviceUrl === undefined) void listenAtEmbedded(signal);
}
