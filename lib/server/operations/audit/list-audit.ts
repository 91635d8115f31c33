import { listAudit } from "@/lib/contract/dashboard/audit/list-audit";
import { auditedCalls } from "@/lib/server/db/audit";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { auditRecord } from "./audit-record";

const pageSize = 100;

export const listAuditOperation = implementOperation(listAudit, async ({ query: { cursor, ...filters } }) => {
  const before = cursor === undefined ? undefined : BigInt(cursor);
  const calls = await auditedCalls(await dashboardStore(), filters, { before, limit: pageSize + 1 });
  const records = calls.slice(0, pageSize).map(auditRecord);
  const last = records.at(-1);
  return { records, ...(calls.length > pageSize && last ? { nextCursor: last.id } : {}) };
});
