import { markInbox } from "@/lib/contract/dashboard/inbox/mark-inbox";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { markInboxItems } from "@/lib/server/db/inbox-reads";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const markInboxOperation = implementOperation(markInbox, async ({ body: { keys, read }, user }) => {
  const now = new Date(dashboardService().clock.now());
  await markInboxItems(await dashboardStore(), { userId: user.id, keys, read, now });
  return { keys };
});
