import { and, count, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Automation, AutomationFiring } from "@/lib/contract/dashboard/automations/automation";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { automationFirings, automations } from "./automation-schema";
import { type OwnedAutomation, ownerProblem } from "./automations";
import { agents } from "./index-schema";
import { agentProfiles, users } from "./schema";
import type { Store } from "./store";

interface Viewer {
  id: string;
  role: Role;
}

type Reader = Pick<Store["database"], "select" | "execute">;

/** Whether a user can change an automation: its owner, and admins. */
export function canEdit({ automation }: OwnedAutomation, user: Viewer): boolean {
  return roleAllows(user.role, "admin") || (roleAllows(user.role, "operator") && automation.ownerId === user.id);
}

const columns = {
  firing: automationFirings,
  startedBy: users.displayName,
  entry: agents.entry,
  currentStatus: agents.runStatus,
  agentName: agentProfiles.name,
  automationName: automations.name,
};

interface ViewRow {
  firing: typeof automationFirings.$inferSelect;
  startedBy: string | null;
  entry: typeof agents.$inferSelect.entry | null;
  currentStatus: string | null;
  agentName: string | null;
  automationName: string;
}

/** An agent that was just launched isn't indexed yet. */
const indexedWithinMs = 10 * 60_000;

function firingView(
  { firing, startedBy, entry, currentStatus, agentName, automationName }: ViewRow,
  now: number,
): AutomationFiring {
  const { id, number, kind, state, dueAt, missed, pull, problem, retryAt, agentId, finishedAt, runStatus } = firing;
  const status = currentStatus ?? runStatus;
  const isOld = finishedAt !== null && now - finishedAt.getTime() > indexedWithinMs;
  return {
    id,
    number,
    kind,
    state,
    dueAt: dueAt.toISOString(),
    missed,
    ...(pull === null ? {} : { pull }),
    ...(startedBy === null ? {} : { startedBy }),
    ...(problem === null ? {} : { problem }),
    ...(retryAt === null || state !== "waiting" ? {} : { retryAt: retryAt.toISOString() }),
    ...(agentId === null || state !== "launched"
      ? {}
      : {
          agent: {
            id: agentId,
            name: agentName ?? entry?.name ?? `${automationName} #${number}`,
            deleted: entry === null && isOld,
            ...(status === null ? {} : { runStatus: status }),
          },
        }),
    ...(finishedAt === null ? {} : { finishedAt: finishedAt.toISOString() }),
  };
}

/** Firings of an automation, newest first. */
export async function listFirings(
  { database }: Store,
  automationId: string,
  { before, limit, now }: { before: number | undefined; limit: number; now: number },
): Promise<AutomationFiring[]> {
  const rows = await database
    .select(columns)
    .from(automationFirings)
    .innerJoin(automations, eq(automations.id, automationFirings.automationId))
    .leftJoin(users, eq(users.id, automationFirings.userId))
    .leftJoin(agents, eq(agents.id, automationFirings.agentId))
    .leftJoin(agentProfiles, eq(agentProfiles.agentId, automationFirings.agentId))
    .where(
      and(
        eq(automationFirings.automationId, automationId),
        before === undefined ? undefined : lt(automationFirings.number, before),
      ),
    )
    .orderBy(desc(automationFirings.number))
    .limit(limit);
  return rows.map((row) => firingView(row, now));
}

async function lastFirings(database: Reader, ids: readonly string[]): Promise<ViewRow[]> {
  return database
    .select(columns)
    .from(automationFirings)
    .innerJoin(automations, eq(automations.id, automationFirings.automationId))
    .leftJoin(users, eq(users.id, automationFirings.userId))
    .leftJoin(agents, eq(agents.id, automationFirings.agentId))
    .leftJoin(agentProfiles, eq(agentProfiles.agentId, automationFirings.agentId))
    .where(
      and(
        inArray(automationFirings.automationId, [...ids]),
        sql`${automationFirings.number} = (select max(f.number) from ${automationFirings} f
          where f.automation_id = ${automationFirings}.automation_id)`,
      ),
    );
}

async function openCounts(database: Reader, ids: readonly string[]) {
  return database
    .select({
      id: automationFirings.automationId,
      waiting: sql<number>`count(*) filter (where ${automationFirings.state} = 'waiting')`.mapWith(Number),
      total: count(),
    })
    .from(automationFirings)
    .where(
      and(
        inArray(automationFirings.automationId, [...ids]),
        sql`(${automationFirings.state} in ('waiting', 'launching')
          or (${automationFirings.state} = 'launched' and ${automationFirings.endedAt} is null))`,
      ),
    )
    .groupBy(automationFirings.automationId);
}

/** Automations as a user sees them: `mask` hides the secrets of prompts from users who can't edit them. */
export async function viewAutomations(
  { database }: Store,
  rows: readonly OwnedAutomation[],
  { user, now, mask }: { user: Viewer; now: number; mask: (text: string) => string },
): Promise<Automation[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ automation }) => automation.id);
  const [last, open] = await Promise.all([lastFirings(database, ids), openCounts(database, ids)]);
  const lastById = new Map(last.map((row) => [row.firing.automationId, row]));
  const openById = new Map(open.map((row) => [row.id, row]));
  return rows.map((row) => {
    const { automation, owner } = row;
    const { id, name, prompt, trigger, launch, overflow, nextAt, pausedAt, pauseReason, droppedAt } = automation;
    const firing = lastById.get(id);
    const { waiting = 0, total = 0 } = openById.get(id) ?? {};
    const problem = pauseReason ?? ownerProblem(owner);
    const isEditor = canEdit(row, user);
    return {
      id,
      name,
      prompt: isEditor ? prompt : mask(prompt),
      trigger,
      launch,
      concurrency: { limit: automation.concurrencyLimit, overflow },
      ...(owner ? { owner: { id: owner.id, name: owner.displayName } } : {}),
      ...(problem ? { paused: { reason: problem, ...(pausedAt === null ? {} : { at: pausedAt.toISOString() }) } } : {}),
      ...(nextAt === null || problem ? {} : { nextAt: nextAt.toISOString() }),
      ...(firing ? { last: firingView(firing, now) } : {}),
      active: total - waiting,
      waiting,
      ...(droppedAt === null ? {} : { dropped: { count: automation.droppedCount, at: droppedAt.toISOString() } }),
      canEdit: isEditor,
      canRun: trigger.kind === "schedule" || automation.lastEvent !== null,
      updatedAt: automation.updatedAt.toISOString(),
    };
  });
}
