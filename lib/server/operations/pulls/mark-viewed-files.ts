import { markViewedFiles } from "@/lib/contract/dashboard/pulls/mark-viewed-files";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { markFilesViewed } from "@/lib/server/db/viewed-files";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const markViewedFilesOperation = implementOperation(markViewedFiles, async ({ params, body, user }) => {
  const now = new Date(dashboardService().clock.now());
  const owner = { userId: user.id, pullId: params.pullId };
  await markFilesViewed(await dashboardStore(), owner, { ...body, now });
  return { marks: body.marks.length };
});
