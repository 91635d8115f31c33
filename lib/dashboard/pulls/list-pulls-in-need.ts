import { listPullsInNeed } from "@/lib/contract/dashboard/list-pulls-in-need";
import { listPullRequests } from "@/lib/contract/repohost/list-pull-requests";
import { makeQueryClient } from "@/lib/queries/query-client";
import { hostedRepositoriesQuery } from "@/lib/queries/repositories";
import { callService } from "@/lib/upstream/call";
import { dashboardService } from "@/lib/upstream/dashboard-service";
import { answerWith } from "@/lib/upstream/own-operation";
import { createPullJudge, type PullSource } from "./pull-judge";
import { serviceVerdicts } from "./service-verdicts";

const source: PullSource = {
  repositories: () => makeQueryClient().fetchQuery({ ...hostedRepositoriesQuery(callService), retry: false }),
  openPulls: (repository, limit) =>
    callService(listPullRequests, {
      params: { ...repository },
      query: { pageSize: String(limit), state: "open", sortBy: "updated" },
    }),
};

let judge: ReturnType<typeof createPullJudge> | undefined;

export const listPullsInNeedOperation = answerWith(listPullsInNeed, async () => {
  judge ??= createPullJudge(source, serviceVerdicts(), dashboardService().clock);
  return judge();
});
