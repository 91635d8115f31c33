import { listPullsNeedingAttention } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import { hostedRepositories } from "@/lib/model/hosting/hosted-repositories";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callService } from "@/lib/server/upstream/call-service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { createPullJudge, type PullSource } from "./pull-judge";
import { serviceVerdicts } from "./service-verdicts";

const source: PullSource = {
  repositories: () => hostedRepositories(callService),
  openPulls: (repository, limit) =>
    callService(listPullRequests, {
      params: { ...repository },
      query: { pageSize: String(limit), state: "open", sortBy: "updated" },
    }),
};

let judge: ReturnType<typeof createPullJudge> | undefined;

export const listPullsNeedingAttentionOperation = implementOperation(listPullsNeedingAttention, async () => {
  judge ??= createPullJudge(source, serviceVerdicts(), dashboardService().clock);
  return judge();
});
