import { countNotifications } from "@/lib/contract/dashboard/notifications/count-notifications";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { countUnread } from "@/lib/server/db/inbox-notifications";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const countNotificationsOperation = implementOperation(countNotifications, async ({ user }) => ({
  unread: await countUnread(await dashboardStore(), { userId: user.id, scope: await agentScopeOf(user) }),
}));
