import { inArray } from "drizzle-orm";
import type { RefUpdate } from "@/git/refs/ref-update";
import type { BypassedByRef } from "@/git/transport/push-hooks";
import type { RuleBypass } from "@/lib/contract/hosting/rule-bypass";
import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import { ruleBypasses } from "../../core/store/tables/rule-bypasses";
import type { Transaction } from "../../core/store/transaction";
import { actorBodies, actorOf, type Readable } from "../actors/actor";

/** A database statement can have a limited number of parameters. */
const maxRows = 2_000;

type Row = typeof ruleBypasses.$inferSelect;

/** A recorded bypass: its row's id, and its body in responses and events. */
export interface RecordedBypass {
  id: number;
  body: RuleBypass;
}

const refOf = ({ actorId, actorAppId }: Row) => ({ id: actorId, appId: actorAppId });

/** Bodies of recorded bypasses, in the order of their rows. */
export async function bypassBodies(context: Readable, rows: readonly Row[]): Promise<RuleBypass[]> {
  const actor = await actorBodies(context, rows.map(refOf));
  return rows.map((row) => ({
    actor: actor(refOf(row)),
    ...(row.reason === null ? {} : { reason: row.reason }),
    rules: row.rules.map(({ rulesetId, rulesetName, ruleType }) => ({
      ruleset: { id: rulesetId, name: rulesetName },
      ruleType,
    })),
  }));
}

/** Records the bypassed rules of a change in its transaction, one row per reference. */
export async function recordBypasses(
  tx: Transaction,
  { clock }: Pick<Context, "clock">,
  input: {
    repositoryId: string;
    change: Row["change"];
    principal: Principal;
    updates: readonly RefUpdate[];
    rules: BypassedByRef;
    reason?: string | undefined;
  },
): Promise<Map<string, RecordedBypass>> {
  const { repositoryId, change, principal, rules, reason } = input;
  const updates = input.updates.filter(({ ref }) => rules.has(ref));
  if (updates.length === 0) return new Map();
  const { id, appId } = await actorOf({ db: tx }, principal);
  const createdAt = clock.now();
  const rows: Row[] = [];
  for (let from = 0; from < updates.length; from += maxRows) {
    const values = updates.slice(from, from + maxRows).map(({ ref, before, after }) => ({
      repositoryId,
      change,
      ref,
      before,
      after,
      rules: rules.get(ref) ?? [],
      createdAt,
      reason: reason ?? null,
      actorId: id,
      actorAppId: appId ?? null,
    }));
    rows.push(...(await tx.insert(ruleBypasses).values(values).returning()));
  }
  const bodies = await bypassBodies({ db: tx }, rows);
  return new Map(rows.flatMap((row, index) => (bodies[index] ? [[row.ref, { id: row.id, body: bodies[index] }]] : [])));
}

/** Bodies of recorded bypasses by id. */
export async function findBypasses(context: Readable, ids: readonly number[]): Promise<Map<number, RuleBypass>> {
  if (ids.length === 0) return new Map();
  const rows = await context.db
    .select()
    .from(ruleBypasses)
    .where(inArray(ruleBypasses.id, [...ids]));
  const bodies = await bypassBodies(context, rows);
  return new Map(rows.flatMap((row, index) => (bodies[index] ? [[row.id, bodies[index]]] : [])));
}
