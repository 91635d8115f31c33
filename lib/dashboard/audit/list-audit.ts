import { listAudit } from "@/lib/contract/dashboard/list-audit";
import { auditedCalls } from "@/lib/store/audit";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { answerWith } from "@/lib/upstream/own-operation";
import { auditRecord } from "./audit-record";

const pageSize = 100;

export const listAuditOperation = answerWith(listAudit, async ({ query: { cursor, ...filters } }) => {
  const before = cursor === undefined ? undefined : BigInt(cursor);
  const calls = await auditedCalls(await dashboardStore(), filters, { before, limit: pageSize + 1 });
  const records = calls.slice(0, pageSize).map(auditRecord);
  const last = records.at(-1);
  return { records, ...(calls.length > pageSize && last ? { nextCursor: last.id } : {}) };
});
