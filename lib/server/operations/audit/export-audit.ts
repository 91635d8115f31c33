import { exportAudit } from "@/lib/contract/dashboard/audit/export-audit";
import type { AuditFilters, AuditRecord } from "@/lib/contract/dashboard/audit/list-audit";
import { csvRow } from "@/lib/model/csv/csv";
import { auditedCalls } from "@/lib/server/db/audit";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import type { Store } from "@/lib/server/db/store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { auditRecord } from "./audit-record";

const columns = [
  "at",
  "userEmail",
  "operationId",
  "method",
  "path",
  "status",
  "code",
  "requestId",
  "variables",
  "agentId",
  "token",
  "from",
  "bypassReason",
] as const;
const batch = 1_000;

async function* rows(store: Store, filters: AuditFilters): AsyncGenerator<AuditRecord> {
  let before: bigint | undefined;
  for (;;) {
    const calls = await auditedCalls(store, filters, { before, limit: batch });
    yield* calls.map(auditRecord);
    before = calls.at(-1)?.intent.id;
    if (calls.length < batch) return;
  }
}

async function* lines(store: Store, filters: AuditFilters): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvRow(columns));
  for await (const record of rows(store, filters)) {
    yield encoder.encode(csvRow(columns.map((column) => [record[column]].flat().join("; "))));
  }
}

export const exportAuditOperation = implementOperation(exportAudit, async ({ query }) => {
  const text = lines(await dashboardStore(), query);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = await text.next();
      if (value) controller.enqueue(value);
      else controller.close();
    },
    async cancel() {
      await text.return(undefined);
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": 'attachment; filename="audit.csv"' },
  });
});
