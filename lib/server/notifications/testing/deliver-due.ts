import { type DeliveryParts, startDue } from "../start-due";

/** Sends the messages that are due, and waits for the results; for tests. */
export async function deliverDue(parts: DeliveryParts): Promise<void> {
  const running = new Set<Promise<void>>();
  await startDue(parts, running);
  await Promise.all(running);
}
