import { listViewedFiles } from "@/lib/contract/dashboard/list-viewed-files";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readViewedFiles } from "@/lib/server/db/viewed-files";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

/** The ids aren't checked, since the marks are the user's own. */
export const listViewedFilesOperation = implementOperation(listViewedFiles, async ({ params, person }) => ({
  marks: await readViewedFiles(await dashboardStore(), { personId: person.id, pullId: params.pullId }),
}));
