import { listAllPulls } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { lastPullChange } from "@/lib/server/db/webhooks";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { pullListsOf } from "./pull-lists";

export const listAllPullsOperation = implementOperation(listAllPulls, async ({ query, user }) =>
  pullListsOf(user).all(query, await lastPullChange(await dashboardStore())),
);
