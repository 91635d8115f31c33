import { markNotifications } from "@/lib/contract/dashboard/notifications/mark-notifications";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { markNotificationRows } from "@/lib/server/db/inbox-notifications";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const markNotificationsOperation = implementOperation(
  markNotifications,
  async ({ body: { ids, read }, user }) => {
    const now = new Date(dashboardService().clock.now());
    await markNotificationRows(await dashboardStore(), { userId: user.id, ids: ids.map(BigInt), read, now });
    return { ids };
  },
);
