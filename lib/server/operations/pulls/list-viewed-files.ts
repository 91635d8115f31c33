import { listViewedFiles } from "@/lib/contract/dashboard/pulls/list-viewed-files";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readSeenVersions } from "@/lib/server/db/seen-versions";
import { readViewedFiles } from "@/lib/server/db/viewed-files";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

/** The ids aren't checked, since the marks are the user's own. */
export const listViewedFilesOperation = implementOperation(listViewedFiles, async ({ params, user }) => {
  const store = await dashboardStore();
  const owner = { userId: user.id, pullId: params.pullId };
  const [marks, seenVersions] = await Promise.all([readViewedFiles(store, owner), readSeenVersions(store, owner)]);
  return { marks, seenVersions };
});
