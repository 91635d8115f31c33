import { markVersionSeen } from "@/lib/contract/dashboard/pulls/mark-version-seen";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { addSeenVersion } from "@/lib/server/db/seen-versions";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const markVersionSeenOperation = implementOperation(markVersionSeen, async ({ params, body, user }) => {
  const now = new Date(dashboardService().clock.now());
  await addSeenVersion(await dashboardStore(), { userId: user.id, pullId: params.pullId }, body, now);
  return body;
});
