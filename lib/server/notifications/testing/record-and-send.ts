import { recordNotification } from "@/lib/server/db/record-notification";
import type { DeliveryParts } from "../start-due";
import { deliverDue } from "./deliver-due";

export interface ReportedEvent {
  key: string;
  /** Id of the user who is notified. */
  owner: string;
}

export interface NotificationTask {
  /** Unix milliseconds. */
  now: number;
  events: ReportedEvent[];
}

/** Records events, each in a transaction, as those of agents are, and sends what is due; for tests. */
export async function recordAndSend(parts: DeliveryParts, events: readonly ReportedEvent[]): Promise<void> {
  const at = new Date(parts.clock.now());
  for (const { key, owner } of events) {
    const facts = {
      agent: { id: `bc-${key}`, name: key },
      run: { id: `run-${key}`, status: "ERROR", errorCode: "install_failed" },
    };
    const event = { key, type: "run.failed" as const, at, facts, owners: [owner] };
    await parts.store.database.transaction((tx) => recordNotification(tx, event, at));
  }
  await deliverDue(parts);
}
