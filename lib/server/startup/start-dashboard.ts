import "server-only";
import { systemClock } from "@/lib/core/clock";
import { startTracing } from "@/lib/core/tracing/start-tracing";
import { mintSignInLink, publishSignInLink, SignInLinkError } from "@/lib/server/auth/mint-link";
import { sessionSecret } from "@/lib/server/auth/secret";
import { startAutomations } from "@/lib/server/automations/dashboard-automations";
import { startBatches } from "@/lib/server/batches/dashboard-batches";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { startFollowUps } from "@/lib/server/follow-ups/dashboard-follow-ups";
import { startIndex } from "@/lib/server/index/start-index";
import { startQueue } from "@/lib/server/live/queue/start-queue";
import { startNotifications } from "@/lib/server/notifications/dashboard-notifications";
import { endStreamsOnSignals, shutdownSignal } from "@/lib/server/shutdown";
import { startVariables } from "@/lib/server/variables/dashboard-variables";
import { startWebhooks } from "@/lib/server/webhooks/start-webhooks";
import { replaceMalformedPaths } from "./malformed-paths";

/** Starts the dashboard: migrates its tables and creates a sign-in link. */
export async function startDashboard(): Promise<void> {
  replaceMalformedPaths();
  endStreamsOnSignals();
  const stopTracing = await startTracing("dashboard", process.env);
  shutdownSignal().addEventListener("abort", stopTracing);
  const { dataDir, webUrl } = dashboardSettings();
  await sessionSecret(dataDir);
  const store = await dashboardStore();
  try {
    await publishSignInLink(dataDir, await mintSignInLink(store, { webUrl, clock: systemClock }));
  } catch (error) {
    if (!(error instanceof SignInLinkError)) throw error;
    dashboardLog().warn(error.message);
  }
  await startVariables();
  await startIndex();
  await startQueue();
  startWebhooks();
  await startFollowUps();
  await startBatches();
  await startNotifications();
  await startAutomations();
}
