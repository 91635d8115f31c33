import type { Match } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import type { Person } from "@/lib/server/auth/session-reader";
import type { AuditEntry } from "@/lib/server/db/audit";
import type { Outcome } from "./forward";

interface AuditedCall {
  match: Match<Operation>;
  person: Person;
  path: string;
  requestId: string;
}

/** Records the intent and the outcome of a call in the audit log. */
export function auditTrail(
  { match: { operation, params }, person, path, requestId }: AuditedCall,
  clock: Clock,
  record: (entry: AuditEntry) => Promise<void>,
) {
  const entry = (phase: "intent" | "outcome", status: number | undefined, detail: object): AuditEntry => ({
    at: new Date(clock.now()),
    personId: person.id,
    personEmail: person.email,
    operationId: operation.id,
    method: operation.method,
    path,
    phase,
    status,
    requestId,
    detail,
  });
  return {
    intent: () => record(entry("intent", undefined, { params })),
    outcome: (outcome: Outcome) => {
      const detail = "error" in outcome ? { code: outcome.error.code } : {};
      return record(entry("outcome", outcome.status, detail));
    },
  };
}
