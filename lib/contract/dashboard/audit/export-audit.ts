import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AuditFilters } from "./list-audit";

export const exportAudit = defineOperation({
  id: "exportAudit",
  summary: "Export the audit log as CSV, newest first",
  method: "GET",
  path: "/dashboard/audit.csv",
  query: AuditFilters,
  response: z.unknown(),
  role: "admin",
  audited: true,
});
