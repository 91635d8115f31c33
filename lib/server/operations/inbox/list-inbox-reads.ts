import { listInboxReads } from "@/lib/contract/dashboard/inbox/list-inbox-reads";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readInboxReads } from "@/lib/server/db/inbox-reads";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listInboxReadsOperation = implementOperation(listInboxReads, async ({ user }) => ({
  reads: await readInboxReads(await dashboardStore(), user.id),
}));
