import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import type { AutomationBody } from "@/lib/contract/dashboard/automations/automation";
import { maxAutomations, type PauseReason } from "@/lib/contract/dashboard/automations/automation-values";
import { roleAllows } from "@/lib/contract/operation";
import { nextTime } from "@/lib/model/automations/schedule";
import { automationFirings, automations } from "./automation-schema";
import { recordNotification } from "./record-notification";
import { users } from "./schema";
import type { Store } from "./store";
import { isUniqueViolation } from "./unique-violation";
import type { UserRow } from "./users";

export type AutomationRow = typeof automations.$inferSelect;
export type AutomationTransaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

export interface OwnedAutomation {
  automation: AutomationRow;
  owner: UserRow | null;
}

const automationsLock = 7_150_040;

/** Why an owner can't launch agents. */
export function ownerProblem(owner: UserRow | null): PauseReason | undefined {
  if (!owner) return "owner_deleted";
  if (owner.disabledAt !== null) return "owner_disabled";
  return roleAllows(owner.role, "operator") ? undefined : "owner_role";
}

/** When it is due next; null for triggers other than schedules. */
function dueAfter(trigger: AutomationBody["trigger"], now: Date): { nextAt: Date | null; scheduledAt: Date } {
  const next = trigger.kind === "schedule" ? nextTime(trigger, now.getTime()) : undefined;
  return { nextAt: next === undefined ? null : new Date(next), scheduledAt: now };
}

function columns({ name, prompt, trigger, launch, concurrency }: AutomationBody) {
  return { name, prompt, trigger, launch, concurrencyLimit: concurrency.limit, overflow: concurrency.overflow };
}

/** Adds an automation, unless there are too many or another has its name. */
export async function insertAutomation(
  { database }: Store,
  row: { id: string; source: string; ownerId: string; body: AutomationBody; sealedSecret: string | null; now: Date },
): Promise<"added" | "too_many" | "name_taken"> {
  const { id, source, ownerId, body, sealedSecret, now } = row;
  try {
    return await database.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${automationsLock})`);
      const [existing] = await tx
        .select({ automations: count() })
        .from(automations)
        .where(eq(automations.source, source));
      if ((existing?.automations ?? 0) >= maxAutomations) return "too_many";
      await tx.insert(automations).values({
        id,
        source,
        ownerId,
        sealedSecret,
        createdAt: now,
        updatedAt: now,
        ...columns(body),
        ...dueAfter(body.trigger, now),
      });
      return "added";
    });
  } catch (error) {
    if (isUniqueViolation(error)) return "name_taken";
    throw error;
  }
}

/**
 * Replaces an automation. Its new owner can run it again if the previous one couldn't. A webhook keeps its secret; `newSecret`, sealed, is
 * for one without. Returns the sealed secret.
 */
export async function replaceAutomation(
  { database }: Store,
  row: { id: string; ownerId: string; body: AutomationBody; newSecret: string; now: Date },
): Promise<{ sealedSecret: string | null } | "unknown" | "name_taken"> {
  const { id, ownerId, body, newSecret, now } = row;
  try {
    const [saved] = await database
      .update(automations)
      .set({
        ownerId,
        sealedSecret: body.trigger.kind === "webhook" ? sql`coalesce(${automations.sealedSecret}, ${newSecret})` : null,
        updatedAt: now,
        failures: 0,
        ...columns(body),
        ...dueAfter(body.trigger, now),
        // Only a user's pause remains.
        pausedAt: sql`case when ${automations.pauseReason} = 'user' then ${automations.pausedAt} end`,
        pauseReason: sql`case when ${automations.pauseReason} = 'user' then 'user' end`,
        // The last event may not fit another trigger.
        lastEvent: sql`case when ${automations.trigger} = ${JSON.stringify(body.trigger)}::jsonb then ${automations.lastEvent} end`,
      })
      .where(eq(automations.id, id))
      .returning({ sealedSecret: automations.sealedSecret });
    return saved ?? "unknown";
  } catch (error) {
    if (isUniqueViolation(error)) return "name_taken";
    throw error;
  }
}

export async function findAutomation(
  { database }: Pick<Store, "database">,
  source: string,
  id: string,
): Promise<OwnedAutomation | undefined> {
  const [row] = await database
    .select({ automation: automations, owner: users })
    .from(automations)
    .leftJoin(users, eq(users.id, automations.ownerId))
    .where(and(eq(automations.source, source), eq(automations.id, id)));
  return row;
}

export async function automationExists({ database }: Store, id: string): Promise<boolean> {
  return (await database.select({ id: automations.id }).from(automations).where(eq(automations.id, id))).length > 0;
}

/** Automations by name, after a name. */
export async function listAutomationRows(
  { database }: Store,
  source: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<OwnedAutomation[]> {
  return database
    .select({ automation: automations, owner: users })
    .from(automations)
    .leftJoin(users, eq(users.id, automations.ownerId))
    .where(and(eq(automations.source, source), after === undefined ? undefined : gt(automations.name, after)))
    .orderBy(asc(automations.name))
    .limit(limit);
}

export async function removeAutomation({ database }: Store, id: string): Promise<void> {
  await database.delete(automations).where(eq(automations.id, id));
}

export async function setSealedSecret({ database }: Store, id: string, sealedSecret: string): Promise<void> {
  await database.update(automations).set({ sealedSecret }).where(eq(automations.id, id));
}

/** Locks an automation against other changes. */
export async function lockAutomation(tx: AutomationTransaction, id: string): Promise<AutomationRow | undefined> {
  const [row] = await tx.select().from(automations).where(eq(automations.id, id)).for("update");
  return row;
}

/** Pauses an automation, skips what waits for it, and notifies its owner unless a user paused it. */
export async function pause(
  tx: AutomationTransaction,
  id: string,
  { reason, now }: { reason: PauseReason; now: Date },
): Promise<void> {
  const [paused] = await tx
    .update(automations)
    .set({ pausedAt: now, pauseReason: reason })
    .where(eq(automations.id, id))
    .returning();
  if (paused && reason !== "user") {
    const facts = { automation: { id, name: paused.name, pauseReason: reason } };
    const owners = paused.ownerId === null ? [] : [paused.ownerId];
    const key = `automation.paused ${id} ${now.toISOString()}`;
    await recordNotification(tx, { key, type: "automation.paused", at: now, facts, owners }, now);
  }
  await tx
    .update(automationFirings)
    .set({ state: "skipped", problem: "The automation was paused before it started.", finishedAt: now, event: null })
    .where(and(eq(automationFirings.automationId, id), eq(automationFirings.state, "waiting")));
}

/** Pauses or resumes an automation. Times during the pause aren't due afterward. */
export async function setPaused({ database }: Store, id: string, paused: boolean, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await lockAutomation(tx, id);
    if (!row) return;
    if (paused) return pause(tx, id, { reason: "user", now });
    const resumed = { pausedAt: null, pauseReason: null, failures: 0, ...dueAfter(row.trigger, now) };
    await tx.update(automations).set(resumed).where(eq(automations.id, id));
  });
}
