import { and, desc, eq, gte, ilike, isNull, lt, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AuditFilters } from "@/lib/contract/dashboard/audit/list-audit";
import { audit } from "./schema";
import type { Store } from "./store";

export type AuditEntry = Omit<typeof audit.$inferInsert, "id">;
export type AuditRow = typeof audit.$inferSelect;

/** An audited call: its intent and, if recorded, its outcome. */
export interface AuditedCall {
  intent: AuditRow;
  outcome: AuditRow | null;
}

export async function recordAudit(store: Store, entry: AuditEntry): Promise<void> {
  await store.database.insert(audit).values(entry);
}

const outcome = alias(audit, "outcome");

/** Escapes text for a LIKE pattern. */
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

function resultIs(result: AuditFilters["result"]): SQL | undefined {
  if (result === "done") return lt(outcome.status, 400);
  if (result === "failed") return gte(outcome.status, 400);
  return result === "unknown" ? isNull(outcome.id) : undefined;
}

/** Calls in descending order of their ids, before `before`. */
export async function auditedCalls(
  store: Store,
  filters: AuditFilters,
  page: { before: bigint | undefined; limit: number },
): Promise<AuditedCall[]> {
  return store.database
    .select({ intent: audit, outcome })
    .from(audit)
    .leftJoin(outcome, and(eq(outcome.requestId, audit.requestId), eq(outcome.phase, "outcome")))
    .where(
      and(
        eq(audit.phase, "intent"),
        page.before === undefined ? undefined : lt(audit.id, page.before),
        filters.user ? ilike(audit.userEmail, `%${literally(filters.user)}%`) : undefined,
        filters.operation ? eq(audit.operationId, filters.operation) : undefined,
        filters.from ? gte(audit.at, new Date(filters.from)) : undefined,
        filters.to ? lt(audit.at, new Date(filters.to)) : undefined,
        resultIs(filters.result),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(page.limit);
}
