import { eq } from "drizzle-orm";
import type { WithWebhookPoster } from "@/lib/core/http/post-webhook";
import type { Context } from "../../core/context";
import { noLease } from "../../core/store/lease";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { webhookDeliveries } from "../../core/store/tables/webhooks";
import { createWakeUps } from "../../core/store/wake-ups";
import { type ServiceKey, signingKey } from "../signing/service-keys";
import { attemptDelivery } from "./attempt-delivery";
import { claimDeliveries, maxDeliveriesPerApp, nextRetryAt } from "./claim-deliveries";

const maxConcurrent = 32;
/** Also picks up deliveries of services that died. */
const pollMs = 5_000;
const keyCacheMs = 60_000;

export interface WebhookSender {
  /** Stops sending, aborts running attempts, and resolves when everything is recorded. */
  close(): Promise<void>;
}

/** Releases leases left by an earlier process. Call only at startup, when no other service uses the data. */
export async function releaseDeliveries({ db }: Pick<Context, "db">): Promise<void> {
  await db.update(webhookDeliveries).set(noLease).where(eq(webhookDeliveries.state, "pending"));
}

/** Sends webhook deliveries as soon as they are recorded. Several services can share the work. */
export function startWebhookSender(context: Context & WithWebhookPoster): WebhookSender {
  const { log, clock } = context;
  const closing = new AbortController();
  const wakeUps = createWakeUps(clock, closing.signal, (wake) => context.notifications.on("webhook", "due", wake));
  const running = new Map<Promise<void>, string>();
  let key: { value: ServiceKey; until: number } | undefined;

  async function currentKey(): Promise<ServiceKey> {
    if (!key || key.until < clock.now()) key = { value: await signingKey(context), until: clock.now() + keyCacheMs };
    return key.value;
  }

  function busyApps(): string[] {
    const counts = new Map<string, number>();
    for (const appId of running.values()) counts.set(appId, (counts.get(appId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= maxDeliveriesPerApp).map(([appId]) => appId);
  }

  async function startDue(): Promise<void> {
    const limit = maxConcurrent - running.size;
    if (limit <= 0) return;
    const claimed = await claimDeliveries(context, { limit, busyApps: busyApps() });
    if (claimed.length === 0) return;
    const signer = await retryOnDisconnect(context, currentKey);
    for (const { id, appId } of claimed) {
      const work: Promise<void> = attemptDelivery(context, signer, id, closing.signal)
        .catch((error: unknown) => log.warn({ err: error, delivery: id }, "couldn't record webhook attempt"))
        .finally(() => running.delete(work));
      running.set(work, appId);
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const nextPoll = clock.now() + pollMs;
      let next: number | undefined;
      try {
        await startDue();
        next = await nextRetryAt(context);
      } catch (error) {
        log.warn({ err: error }, "couldn't load due webhooks");
      }
      await wakeUps.wait(Math.max(0, Math.min(next ?? nextPoll, nextPoll) - clock.now()));
    }
  }

  const loop = run();
  return {
    async close() {
      closing.abort();
      await loop;
      await Promise.all(running.keys());
      wakeUps.close();
    },
  };
}
