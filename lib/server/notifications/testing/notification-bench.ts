import { eq } from "drizzle-orm";
import type { NotificationEventType } from "@/lib/contract/dashboard/notifications/notification-events";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { insertChannel } from "@/lib/server/db/notification-channels";
import { notificationChannels } from "@/lib/server/db/notification-schema";
import { type NotificationEvent, recordNotification } from "@/lib/server/db/record-notification";
import { startTestStore } from "@/lib/server/db/testing/test-store";
import { addUser } from "@/lib/server/db/users";
import { addressHash, type ChannelAddress, sealAddress } from "../channel-address";
import { deliveryParts } from "./delivery-parts";

/** A dashboard's database and what is needed to send from it; for tests. */
export async function startNotificationBench(base = "http://127.0.0.1:1") {
  const { store, url, close } = await startTestStore();
  const clock = new FakeClock({ running: true });
  const parts = deliveryParts(store, clock, base);
  let events = 0;
  return {
    store,
    clock,
    parts,
    url,
    /** Adds a user, with an inbox only if they were added at `inboxSince`. */
    async user(name: string, inboxSince?: Date): Promise<string> {
      const id = crypto.randomUUID();
      const email = `${name}-${id.slice(0, 8)}@x.example`;
      const createdAt = inboxSince ?? new Date();
      await addUser(store, { id, email, displayName: name, role: "operator", createdAt });
      if (!inboxSince) await store.database.delete(notificationChannels).where(eq(notificationChannels.userId, id));
      return id;
    },
    async channel(
      userId: string,
      address: ChannelAddress,
      more: Partial<typeof notificationChannels.$inferInsert> = {},
    ): Promise<string> {
      const id = crypto.randomUUID();
      const added = await insertChannel(store, {
        id,
        userId,
        kind: address.kind,
        target: "test",
        scope: "mine",
        queueMinutes: 10,
        sealed: address.kind === "email" ? null : await sealAddress(address, "secret"),
        addressHash: addressHash(address),
        events: ["run.failed", "run.ended"],
        createdAt: new Date(clock.now() - 60_000),
        ...more,
      });
      if (typeof added === "string") throw new Error(added);
      return id;
    },
    /** Records an event and returns its key. */
    async happens(owners: string[], more: Partial<NotificationEvent> = {}): Promise<string> {
      events += 1;
      const type: NotificationEventType = "run.failed";
      const at = new Date(clock.now());
      const facts = {
        agent: { id: `bc-${events}`, name: `Agent ${events}` },
        run: { id: `run-${events}`, status: "ERROR", errorCode: "install_failed" },
      };
      const event = { key: `event-${events}`, type, at, facts, owners, ...more };
      await store.database.transaction((tx) => recordNotification(tx, event, at));
      return event.key;
    },
    close,
  };
}
