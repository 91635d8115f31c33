import { listBatches, maxListedBatches } from "@/lib/contract/dashboard/list-batches";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { latestBatches } from "@/lib/server/db/batches";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { batchBody } from "./batch-body";

export const listBatchesOperation = implementOperation(listBatches, async ({ person }) => {
  const source = indexSource(dashboardSettings());
  const found = await latestBatches(await dashboardStore(), source, maxListedBatches);
  return {
    items: found.map((each) => {
      const { prompt: _, ...body } = batchBody(each, person.id);
      return body;
    }),
  };
});
