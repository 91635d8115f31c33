import { listBatches, maxListedBatches } from "@/lib/contract/dashboard/batches/list-batches";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { latestBatches } from "@/lib/server/db/batches";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { batchBody } from "./batch-body";

export const listBatchesOperation = implementOperation(listBatches, async ({ user }) => {
  const found = await latestBatches(await dashboardStore(), await agentScopeOf(user), maxListedBatches);
  return {
    items: found.map((each) => {
      const { prompt: _, ...body } = batchBody(each, user.id);
      return body;
    }),
  };
});
