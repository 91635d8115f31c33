import type { Match } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import type { User } from "@/lib/server/auth/session-reader";
import type { AuditEntry } from "@/lib/server/db/audit";
import type { Outcome } from "./forward";

interface AuditedCall {
  match: Match<Operation>;
  user: Pick<User, "id" | "email" | "token">;
  path: string;
  requestId: string;
  /** The user's reason for bypassing rules. */
  bypassReason?: string | undefined;
  /** More about the intent. */
  detail?: object | undefined;
}

/** Records the intent and the outcome of a call in the audit log. */
export function auditTrail(
  { match: { operation, params }, user, path, requestId, bypassReason, detail: more = {} }: AuditedCall,
  clock: Clock,
  record: (entry: AuditEntry) => Promise<void>,
) {
  const entry = (phase: "intent" | "outcome", status: number | undefined, detail: object): AuditEntry => ({
    at: new Date(clock.now()),
    userId: user.id,
    userEmail: user.email,
    operationId: operation.id,
    method: operation.method,
    path,
    phase,
    status,
    requestId,
    detail,
  });
  return {
    intent: () => {
      const { token } = user;
      const about = { params, ...(token ? { token } : {}), ...(bypassReason ? { bypassReason } : {}), ...more };
      return record(entry("intent", undefined, about));
    },
    /** `about`: more about what was done. */
    outcome: (outcome: Outcome, about: object = {}) => {
      const detail = "error" in outcome ? { code: outcome.error.code } : {};
      return record(entry("outcome", outcome.status, { ...about, ...detail }));
    },
  };
}
