import { markAllNotificationsRead } from "@/lib/contract/dashboard/notifications/mark-all-notifications-read";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { markAllRead } from "@/lib/server/db/inbox-notifications";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const markAllNotificationsReadOperation = implementOperation(
  markAllNotificationsRead,
  async ({ body: { until }, user }) => {
    const now = new Date(dashboardService().clock.now());
    await markAllRead(await dashboardStore(), { userId: user.id, until: BigInt(until), now });
    return { until };
  },
);
