import { z } from "zod";
import { defineOperation } from "../../operation";
import { AuditFilters } from "./list-audit";

export const exportAudit = defineOperation({
  id: "exportAudit",
  summary: "Export the audit log as CSV, newest first",
  method: "GET",
  path: "/dashboard/audit.csv",
  pathParams: z.object({}),
  query: AuditFilters,
  response: z.unknown(),
  family: "dashboard",
  role: "admin",
  audited: true,
});
