import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { AutomationTrigger } from "@/lib/contract/dashboard/automations/automation";
import type { HostingTrigger } from "@/lib/model/automations/hosting-trigger";
import type { PullAddress } from "@/lib/model/pull-address";
import { loopProblem, pullKeyOf, readOrigin, repetitionProblem } from "./automation-origin";
import { automations } from "./automation-schema";
import type { AutomationTransaction } from "./automations";
import { recordFiring } from "./record-firing";
import type { Store } from "./store";

/** An event of a pull request. */
export interface TriggeringEvent extends HostingTrigger {
  source: string;
  pull: PullAddress;
  /** The head branch, if it could be read. */
  head: string | undefined;
  at: Date;
}

const matches = ({ source, event, pull }: Pick<TriggeringEvent, "source" | "event" | "pull">) =>
  and(
    eq(automations.source, source),
    isNull(automations.pausedAt),
    sql`${automations.trigger} ->> 'repository' = ${`${pull.ownerSlug}/${pull.repoName}`.toLowerCase()}`,
    sql`${automations.trigger} ->> 'event' = ${event}`,
  );

/** Whether an event triggers any automation. */
export async function hasAutomationsFor(
  { database }: Store,
  event: Pick<TriggeringEvent, "source" | "event" | "pull">,
): Promise<boolean> {
  const found = await database.select({ id: automations.id }).from(automations).where(matches(event)).limit(1);
  return found.length > 0;
}

function isMatch(trigger: AutomationTrigger, { facts }: TriggeringEvent): boolean {
  if (trigger.kind !== "event") return false;
  if (trigger.check !== undefined && trigger.check !== facts.check?.name) return false;
  return trigger.label === undefined || trigger.label.toLowerCase() === facts.label?.toLowerCase();
}

/** Records an event for the automations it triggers, each once, in the transaction of the change that it reports. */
export async function recordEventFirings(tx: AutomationTransaction, event: TriggeringEvent, now: Date): Promise<void> {
  const { source, pull, head, facts, at } = event;
  const found = await tx.select().from(automations).where(matches(event)).orderBy(asc(automations.id)).for("update");
  const triggered = found.filter(({ trigger }) => isMatch(trigger, event));
  if (triggered.length === 0) return;
  const origin = await readOrigin(tx, { source, pull, head });
  for (const automation of triggered) {
    const { id, trigger } = automation;
    // Another failed check of a commit isn't news, unless the automation is about one check.
    const check = trigger.kind === "event" && trigger.check !== undefined ? `/${trigger.check}` : "";
    const problem = loopProblem(id, origin) ?? (await repetitionProblem(tx, { automationId: id, pull, now }));
    await recordFiring(tx, automation, {
      id: crypto.randomUUID(),
      key: `${event.key}${check}@${pullKeyOf(pull)}`,
      kind: "event",
      dueAt: at,
      now,
      event: { ...facts, pull },
      pull: pullKeyOf(pull),
      ancestors: origin.automations,
      ...(problem === undefined ? {} : { skipped: problem }),
    });
  }
}
