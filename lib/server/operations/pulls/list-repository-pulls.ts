import { listRepositoryPulls } from "@/lib/contract/dashboard/pulls/list-repository-pulls";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { pullListsOf } from "./pull-lists";

export const listRepositoryPullsOperation = implementOperation(listRepositoryPulls, async ({ params, query, user }) => {
  try {
    return await pullListsOf(user).ofRepository(params, query);
  } catch (error) {
    if (error instanceof UpstreamError) throw new OperationError(error);
    throw error;
  }
});
