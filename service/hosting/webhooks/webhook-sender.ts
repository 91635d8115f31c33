import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { noLease } from "../../core/store/lease";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { webhookDeliveries } from "../../core/store/tables/webhooks";
import { createWakeUps } from "../../core/store/wake-ups";
import { type ServiceKey, signingKey } from "../signing/service-keys";
import { attemptDelivery } from "./attempt-delivery";
import { claimDeliveries, mostPerApp, nextRetryAt } from "./claim-deliveries";
import type { WithWebhookPoster } from "./post-webhook";

const mostAtOnce = 32;
/** Also finds what a service that died was at. */
const lookEveryMs = 5_000;
const keyForMs = 60_000;

export interface WebhookSender {
  /** Begins nothing more, gives up what waits for an answer, and resolves when all is written down. */
  close(): Promise<void>;
}

/** Deliveries this service was at when it died are due again; it is alone on its data. */
export async function freeDeliveries({ db }: Pick<Context, "db">): Promise<void> {
  await db.update(webhookDeliveries).set(noLease).where(eq(webhookDeliveries.state, "pending"));
}

/** Sends what is owed to apps, as soon as it is written down. Any number of services may share the work. */
export function startWebhookSender(context: Context & WithWebhookPoster): WebhookSender {
  const { log, clock } = context;
  const closing = new AbortController();
  const wakeUps = createWakeUps(clock, closing.signal, (wake) => context.notifications.on("webhook", "due", wake));
  const underWay = new Map<Promise<void>, string>();
  let key: { value: ServiceKey; until: number } | undefined;

  async function currentKey(): Promise<ServiceKey> {
    if (!key || key.until < clock.now()) key = { value: await signingKey(context), until: clock.now() + keyForMs };
    return key.value;
  }

  function busyApps(): string[] {
    const counts = new Map<string, number>();
    for (const appId of underWay.values()) counts.set(appId, (counts.get(appId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= mostPerApp).map(([appId]) => appId);
  }

  async function begin(): Promise<void> {
    const most = mostAtOnce - underWay.size;
    if (most <= 0) return;
    const claimed = await claimDeliveries(context, { most, busyApps: busyApps() });
    if (claimed.length === 0) return;
    const signer = await retryOnDisconnect(context, currentKey);
    for (const { id, appId } of claimed) {
      const work: Promise<void> = attemptDelivery(context, signer, id, closing.signal)
        .catch((error: unknown) => log.warn({ err: error, delivery: id }, "an attempt was not written down"))
        .finally(() => underWay.delete(work));
      underWay.set(work, appId);
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const lookAgain = clock.now() + lookEveryMs;
      let next: number | undefined;
      try {
        await begin();
        next = await nextRetryAt(context);
      } catch (error) {
        log.warn({ err: error }, "webhooks could not be looked for");
      }
      await wakeUps.wait(Math.max(0, Math.min(next ?? lookAgain, lookAgain) - clock.now()));
    }
  }

  const running = run();
  return {
    async close() {
      closing.abort();
      await running;
      await Promise.all(underWay.keys());
      wakeUps.close();
    },
  };
}
