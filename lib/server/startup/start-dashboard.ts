import "server-only";
import { systemClock } from "@/lib/core/clock";
import { mintSignInLink, publishSignInLink, SignInLinkError } from "@/lib/server/auth/mint-link";
import { sessionSecret } from "@/lib/server/auth/secret";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { startIndex } from "@/lib/server/index/start-index";
import { startQueue } from "@/lib/server/live/queue/start-queue";
import { endStreamsOnSignals } from "@/lib/server/shutdown";
import { startWebhooks } from "@/lib/server/webhooks/start-webhooks";
import { replaceMalformedPaths } from "./malformed-paths";

/** Starts the dashboard: migrates its tables and creates a sign-in link. */
export async function startDashboard(): Promise<void> {
  replaceMalformedPaths();
  endStreamsOnSignals();
  const { dataDir, webUrl } = dashboardSettings();
  await sessionSecret(dataDir);
  const store = await dashboardStore();
  try {
    await publishSignInLink(dataDir, await mintSignInLink(store, { webUrl, clock: systemClock }));
  } catch (error) {
    if (!(error instanceof SignInLinkError)) throw error;
    dashboardLog().warn(error.message);
  }
  await startIndex();
  await startQueue();
  startWebhooks();
}
