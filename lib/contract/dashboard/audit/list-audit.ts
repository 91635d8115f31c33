import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { auditResults } from "./audit-results";

/** An audited call. `outcome`: HTTP status; absent when the result is unknown. */
export const AuditRecord = z.object({
  id: z.string(),
  at: z.string(),
  userEmail: z.string(),
  operationId: z.string(),
  method: z.string(),
  path: z.string(),
  requestId: z.string(),
  status: z.number().int().optional(),
  /** Error code, when the dashboard itself rejected the call. */
  code: z.string().optional(),
  /** The saved variables that were changed, or added to a launch. */
  variables: z.array(z.string()).optional(),
  /** The name of the API token that the call was made with. */
  token: z.string().optional(),
  /** The agent that was launched with them. */
  agentId: z.string().optional(),
  /** Where the user made the call, if not in the dashboard: `notification` for the links in notifications. */
  from: z.string().optional(),
  /** Why the user bypassed rules. */
  bypassReason: z.string().optional(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

const moment = z.iso.datetime({ offset: true, error: "must be a timestamp such as 2026-01-31T00:00:00Z" });

/** `user`: part of an email. `from` is inclusive, `to` is exclusive. */
export const AuditFilters = z.object({
  user: z.string().optional(),
  operation: z.string().optional(),
  result: z.enum(auditResults).optional(),
  from: moment.optional(),
  to: moment.optional(),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const listAudit = defineOperation({
  id: "listAudit",
  summary: "List the audit log, newest first",
  method: "GET",
  path: "/dashboard/audit",
  query: AuditFilters.extend({
    cursor: z
      .string()
      .regex(/^[0-9]{1,18}$/, "is not a valid cursor")
      .optional(),
  }),
  response: z.object({ records: z.array(AuditRecord), nextCursor: z.string().optional() }),
  role: "admin",
});
