import "server-only";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import { scheduleEvery } from "@/lib/core/schedule-every";
import { sessionSecret } from "@/lib/server/auth/secret";
import { isFirstStart } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { followChannel } from "@/lib/server/db/follow-channel";
import { followUpChannel } from "@/lib/server/db/follow-ups";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { reconcileFollowUps } from "./reconcile-follow-up";
import { sendDueFollowUps } from "./send-due-follow-ups";
import { type FollowUpParts, sendNextFollowUp } from "./send-follow-up";

const sendEveryMs = 2_000;
const reconcileEveryMs = 5_000;

export async function followUpParts(): Promise<FollowUpParts> {
  const settings = dashboardSettings();
  return {
    store: await dashboardStore(),
    service: dashboardService(),
    source: indexSource(settings),
    log: dashboardLog(),
    secret: () => sessionSecret(settings.dataDir),
  };
}

/** Sends an idle agent its next message right away. On failure the schedule tries again. */
export async function sendNow(agentId: string): Promise<void> {
  const parts = await followUpParts();
  await sendNextFollowUp(parts, agentId).catch((error: unknown) => {
    parts.log.info({ err: error, agent: agentId }, "queued message not sent yet");
  });
}

/** Sends queued messages while this process runs. All of a dashboard's processes do; each message is sent by one of them. */
export async function startFollowUps(): Promise<void> {
  if (!isFirstStart("follow-ups")) return;
  runFollowUps(await followUpParts(), shutdownSignal());
}

/** Sends and reconciles queued messages until the shutdown. Reconciling reads streams, so sending doesn't wait for it. */
export function runFollowUps(parts: FollowUpParts, shutdown: AbortSignal): void {
  const { store, service, log } = parts;
  const { clock } = service;
  followChannel({
    store: async () => store,
    clock,
    log,
    shutdown,
    channel: followUpChannel,
    refresh: coalesce(() =>
      sendDueFollowUps(parts).catch((error: unknown) => log.warn({ err: error }, "couldn't send queued messages")),
    ),
    everyMs: sendEveryMs,
    disconnected: "not listening for queued messages",
  });
  scheduleEvery(
    { clock, log },
    { everyMs: reconcileEveryMs, failure: "couldn't reconcile queued messages", immediately: true, signal: shutdown },
    () => reconcileFollowUps(parts),
  );
}
