import { and, eq, lt, ne } from "drizzle-orm";
import { followUps } from "./follow-up-schema";
import type { QueueOf } from "./follow-ups";
import type { Store } from "./store";

/** A follow-up that started a run without waiting in the queue. */
export interface SentPrompt {
  id: string;
  userId: string;
  runId: string;
  /** Secrets are masked. */
  text: string;
  images: number;
  mcpServers: number;
  sentAt: Date;
}

/** Stores a sent follow-up: the service reports a run's prompt only after the run has started. */
export async function insertSentPrompt(store: Store, queue: QueueOf, { sentAt, ...prompt }: SentPrompt): Promise<void> {
  const times = { createdAt: sentAt, sentAt };
  await store.database.insert(followUps).values({ ...queue, ...prompt, ...times, position: 0, state: "sent" });
}

/** The prompt of a run that was sent from this dashboard, until {@link deleteSentPrompts} removes it. */
export async function findSentPrompt(
  store: Store,
  { source, agentId }: QueueOf,
  runId: string,
): Promise<{ text: string; images: number } | undefined> {
  const [sent] = await store.database
    .select({ text: followUps.text, images: followUps.images })
    .from(followUps)
    .where(and(eq(followUps.source, source), eq(followUps.agentId, agentId), eq(followUps.runId, runId)));
  return sent && sent.text !== "" ? sent : undefined;
}

/** Removes the text of follow-ups that were sent before a time. */
export async function deleteSentPrompts(store: Store, before: Date): Promise<void> {
  await store.database
    .update(followUps)
    .set({ text: "" })
    .where(and(eq(followUps.state, "sent"), lt(followUps.sentAt, before), ne(followUps.text, "")));
}
