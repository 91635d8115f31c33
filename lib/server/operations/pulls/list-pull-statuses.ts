import { listPullStatuses } from "@/lib/contract/dashboard/list-pull-statuses";
import { getRateLimit } from "@/lib/contract/hosting/get-rate-limit";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/list-check-runs-for-commit";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { callService } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { createPullStatuses } from "./pull-status";
import { sharedMergeabilityCache } from "./shared-mergeability-cache";

let statusesOf: ReturnType<typeof createPullStatuses> | undefined;

function sharedStatuses() {
  statusesOf ??= createPullStatuses({
    async checks(repository, sha) {
      const { checkRuns } = await callService(listCheckRunsForCommit, {
        params: { ...repository, sha },
        query: { pageSize: "100" },
      });
      const counts = new Map<string, { status: string; conclusion?: string; count: number }>();
      for (const { status, conclusion } of checkRuns) {
        const key = `${status} ${conclusion}`;
        const known = counts.get(key) ?? { status, ...(conclusion ? { conclusion } : {}), count: 0 };
        counts.set(key, { ...known, count: known.count + 1 });
      }
      return [...counts.values()];
    },
    mergeabilityCache: sharedMergeabilityCache(),
    budget: async () => (await callService(getRateLimit, { params: {} })).resources.core,
    clock: dashboardService().clock,
  });
  return statusesOf;
}

export const listPullStatusesOperation = implementOperation(listPullStatuses, async ({ params, query }) => {
  try {
    return await sharedStatuses()(params, query.pulls);
  } catch (error) {
    if (error instanceof UpstreamError) throw new OperationError(error);
    throw error;
  }
});
