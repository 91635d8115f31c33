import { and, asc, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { type DueTimes, dueTimes, nextTime, type Schedule } from "@/lib/model/automations/schedule";
import { counted } from "@/lib/model/plural";
import { automations } from "./automation-schema";
import { type AutomationRow, type AutomationTransaction, pause } from "./automations";
import { recordFiring } from "./record-firing";
import type { Store } from "./store";

const atOnce = 25;
/** A schedule computed later than this from now was computed by a clock that was wrong. */
const clockSlackMs = 60_000;

/**
 * Records a firing for each due time of each schedule. Any number of processes can do this: an automation is locked while its
 * times are recorded, and its next time moves on in the same transaction. Returns how many automations were due.
 */
export async function recordDueSchedules(
  { database }: Store,
  { source, newId }: { source: string; newId: () => string },
  now: Date,
): Promise<number> {
  const ahead = new Date(now.getTime() + clockSlackMs);
  let total = 0;
  for (;;) {
    const handled = await database.transaction(async (tx) => {
      const due = await tx
        .select()
        .from(automations)
        .where(
          and(
            eq(automations.source, source),
            isNull(automations.pausedAt),
            isNotNull(automations.nextAt),
            or(lte(automations.nextAt, now), sql`${automations.scheduledAt} > ${ahead}`),
          ),
        )
        .orderBy(asc(automations.nextAt))
        .limit(atOnce)
        .for("update", { skipLocked: true });
      for (const automation of due) await recordDue(tx, automation, newId, now);
      return due.length;
    });
    total += handled;
    if (handled < atOnce) return total;
  }
}

async function recordDue(
  tx: AutomationTransaction,
  automation: AutomationRow,
  newId: () => string,
  now: Date,
): Promise<void> {
  const { id, trigger, nextAt } = automation;
  if (trigger.kind !== "schedule" || nextAt === null) return;
  const due = timesOf(trigger, nextAt.getTime(), now.getTime());
  if (!due) return pause(tx, id, { reason: "invalid_schedule", now });
  const { onTime, missed, lastMissed, next } = due;
  const late = onTime.length === 0 && trigger.missed === "once" ? lastMissed : undefined;
  for (const [index, time] of (late === undefined ? onTime : [late]).entries()) {
    // Missed times are reported with the run that makes up for them.
    const more = index === 0 && trigger.missed === "once" ? missed : 0;
    await recordFiring(tx, automation, { ...firingAt(newId(), new Date(time), now), missed: more });
  }
  if (trigger.missed === "skip" && lastMissed !== undefined) {
    const skipped = `${counted(missed, "scheduled time")} passed while no process was running.`;
    await recordFiring(tx, automation, { ...firingAt(newId(), new Date(lastMissed), now), missed, skipped });
  }
  await tx
    .update(automations)
    .set({ nextAt: next === undefined ? null : new Date(next), scheduledAt: now })
    .where(eq(automations.id, id));
}

/** `undefined` if the schedule can't be read, for example because its time zone is no longer known. */
function timesOf(schedule: Schedule, nextAt: number, now: number): DueTimes | undefined {
  try {
    if (nextAt <= now) return dueTimes(schedule, nextAt, now);
    return { onTime: [], missed: 0, lastMissed: undefined, next: nextTime(schedule, now) };
  } catch {
    return undefined;
  }
}

function firingAt(id: string, dueAt: Date, now: Date) {
  return { id, key: `schedule:${dueAt.toISOString()}`, kind: "schedule" as const, dueAt, now };
}
