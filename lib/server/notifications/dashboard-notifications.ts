import "server-only";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import { createWebhookPoster } from "@/lib/core/http/post-webhook";
import { scheduleEvery } from "@/lib/core/schedule-every";
import { sessionSecret } from "@/lib/server/auth/secret";
import { isFirstStart } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { followChannel } from "@/lib/server/db/follow-channel";
import { addMissingInboxes } from "@/lib/server/db/inbox-notifications";
import { pruneNotifications } from "@/lib/server/db/notification-queue";
import { notifyOfQueue } from "@/lib/server/db/queue-notifications";
import { isWanted, notificationChannel } from "@/lib/server/db/record-notification";
import { shutdownSignal } from "@/lib/server/shutdown";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { createMailer } from "./send-email";
import { type DeliveryParts, startDue } from "./start-due";

const deliverEveryMs = 5_000;
const queueEveryMs = 15_000;
const pruneEveryMs = 3_600_000;

export async function notificationParts(): Promise<DeliveryParts> {
  const settings = dashboardSettings();
  const service = dashboardService();
  const { clock } = service;
  return {
    store: await dashboardStore(),
    service,
    clock,
    log: dashboardLog(),
    webUrl: settings.webUrl,
    poster: createWebhookPoster({ clock, local: settings.webhookLocalReceivers }),
    mailer: createMailer(settings.smtp, settings.webUrl),
    secret: () => sessionSecret(settings.dataDir),
  };
}

/** Sends notifications while this process runs. All of a dashboard's processes do; each message is sent by one of them. */
export async function startNotifications(): Promise<void> {
  if (!isFirstStart("notifications")) return;
  const parts = await notificationParts();
  const { store, log, clock } = parts;
  const source = indexSource(dashboardSettings());
  const signal = shutdownSignal();
  const running = new Set<Promise<void>>();
  await addMissingInboxes(store, new Date(clock.now()));
  followChannel({
    store: dashboardStore,
    clock,
    log,
    shutdown: signal,
    channel: notificationChannel,
    refresh: coalesce(() =>
      startDue(parts, running).catch((error: unknown) => log.warn({ err: error }, "couldn't send notifications")),
    ),
    everyMs: deliverEveryMs,
    disconnected: "not listening for notifications",
  });
  scheduleEvery(
    { clock, log },
    { everyMs: queueEveryMs, failure: "couldn't check the queue for notifications", signal },
    async () => {
      if (await isWanted(store, "queue.waiting", "worker.lost"))
        await notifyOfQueue(store, source, new Date(clock.now()));
    },
  );
  scheduleEvery(
    { clock, log },
    { everyMs: pruneEveryMs, failure: "couldn't delete old notifications", immediately: true, signal },
    () => pruneNotifications(store, new Date(clock.now())),
  );
}
