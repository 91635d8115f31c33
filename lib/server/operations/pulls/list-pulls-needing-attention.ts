import { listPullsNeedingAttention } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import { hostedRepositories } from "@/lib/model/hosting/hosted-repositories";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callService } from "@/lib/server/upstream/call-service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { createPullsNeedingAttention, type PullSource } from "./pulls-needing-attention";
import { sharedMergeabilityCache } from "./shared-mergeability-cache";

const source: PullSource = {
  repositories: () => hostedRepositories(callService),
  openPulls: (repository, limit) =>
    callService(listPullRequests, {
      params: { ...repository },
      query: { pageSize: String(limit), state: "open", sortBy: "updated" },
    }),
};

let list: ReturnType<typeof createPullsNeedingAttention> | undefined;

export const listPullsNeedingAttentionOperation = implementOperation(listPullsNeedingAttention, async () => {
  list ??= createPullsNeedingAttention(source, sharedMergeabilityCache(), dashboardService().clock);
  return list();
});
