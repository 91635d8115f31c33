import { listPullStatuses } from "@/lib/contract/dashboard/pulls/list-pull-statuses";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { pullListsOf } from "./pull-lists";

export const listPullStatusesOperation = implementOperation(listPullStatuses, async ({ params, query, user }) => {
  try {
    return await pullListsOf(user).statusesOf(params, query.pulls);
  } catch (error) {
    if (error instanceof UpstreamError) throw new OperationError(error);
    throw error;
  }
});
