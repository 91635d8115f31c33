import { startIndex } from "@/lib/agent-index/start-index";
import { systemClock } from "@/lib/clock/clock";
import { startQueue } from "@/lib/live/server/queue/start-queue";
import { endStreamsOnSignals } from "@/lib/shutdown";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { dashboardLog, dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { startWebhooks } from "@/lib/webhooks/start-webhooks";
import { mintSignInLink, NoLinkError } from "./mint-link";
import { publishSignInLink } from "./publish-link";
import { sessionSecret } from "./secret";

/** Everything the dashboard does at start: brings its tables up to date and lays out a fresh sign-in link. */
export async function startDashboard(): Promise<void> {
  endStreamsOnSignals();
  const { dataDir, webUrl } = dashboardSettings();
  await sessionSecret(dataDir);
  const store = await dashboardStore();
  try {
    await publishSignInLink(dataDir, await mintSignInLink(store, { webUrl, clock: systemClock }));
  } catch (error) {
    if (!(error instanceof NoLinkError)) throw error;
    dashboardLog().warn(error.message);
  }
  await startIndex();
  await startQueue();
  startWebhooks();
}
