import { and, count, eq, gt, sql } from "drizzle-orm";
import { type FiringKind, maxFiringsPerHour, maxWaiting } from "@/lib/contract/dashboard/automations/automation-values";
import type { FiringEvent } from "@/lib/model/automations/event-values";
import { automationFirings, automations } from "./automation-schema";
import type { AutomationRow, AutomationTransaction } from "./automations";

export const automationChannel = "automation_due";

const hourMs = 3_600_000;

export interface NewFiring {
  id: string;
  /** Identifies what triggered it, so that it is recorded once. */
  key: string;
  kind: FiringKind;
  dueAt: Date;
  now: Date;
  event?: FiringEvent | undefined;
  pull?: string | undefined;
  userId?: string | undefined;
  ancestors?: readonly string[] | undefined;
  missed?: number | undefined;
  /** Launched at this time at the earliest. */
  retryAt?: Date | undefined;
  /** Recorded as skipped, with the reason. */
  skipped?: string | undefined;
}

export type RecordResult = { result: "recorded"; number: number } | { result: "duplicate" } | { result: "limited" };

/** Records what triggered an automation, once. Its row must be locked in the transaction. */
export async function recordFiring(
  tx: AutomationTransaction,
  automation: AutomationRow,
  firing: NewFiring,
): Promise<RecordResult> {
  const { id, key, kind, dueAt, now, event, userId, pull, ancestors = [], missed = 0, retryAt, skipped } = firing;
  const automationId = automation.id;
  const same = and(eq(automationFirings.automationId, automationId), eq(automationFirings.key, key));
  const known = await tx.select({ id: automationFirings.id }).from(automationFirings).where(same).limit(1);
  if (known.length > 0) return { result: "duplicate" };
  if ((kind === "webhook" || kind === "event") && (await exceedsHourlyLimit(tx, automationId, now))) {
    await tx
      .update(automations)
      .set({ droppedCount: sql`${automations.droppedCount} + 1`, droppedAt: now })
      .where(eq(automations.id, automationId));
    return { result: "limited" };
  }
  const problem = skipped ?? ((await waitingCount(tx, automationId)) >= maxWaiting ? fullQueue : undefined);
  const json = event === undefined ? null : JSON.stringify(event);
  const [counted] = await tx
    .update(automations)
    .set({ lastNumber: sql`${automations.lastNumber} + 1`, ...(json === null ? {} : { lastEvent: json }) })
    .where(eq(automations.id, automationId))
    .returning({ number: automations.lastNumber });
  const number = counted?.number ?? 0;
  await tx.insert(automationFirings).values({
    id,
    automationId,
    number,
    key,
    kind,
    dueAt,
    missed,
    ancestors: [...ancestors],
    createdAt: now,
    pull: pull ?? null,
    userId: userId ?? null,
    retryAt: retryAt ?? null,
    ...(problem === undefined
      ? { state: "waiting", event: json }
      : { state: "skipped", problem, finishedAt: now, event: null }),
  });
  if (problem === undefined) await tx.execute(sql`select pg_notify(${automationChannel}, '')`);
  return { result: "recorded", number };
}

const fullQueue = `${maxWaiting} triggers are already waiting.`;

async function exceedsHourlyLimit(tx: AutomationTransaction, automationId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - hourMs);
  const [recent] = await tx
    .select({ firings: count() })
    .from(automationFirings)
    .where(and(eq(automationFirings.automationId, automationId), gt(automationFirings.createdAt, since)));
  return (recent?.firings ?? 0) >= maxFiringsPerHour;
}

async function waitingCount(tx: AutomationTransaction, automationId: string): Promise<number> {
  const [waiting] = await tx
    .select({ firings: count() })
    .from(automationFirings)
    .where(and(eq(automationFirings.automationId, automationId), eq(automationFirings.state, "waiting")));
  return waiting?.firings ?? 0;
}
