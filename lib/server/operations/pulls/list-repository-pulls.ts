import { listRepositoryPulls } from "@/lib/contract/dashboard/pulls/list-repository-pulls";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { pullListsOf } from "./pull-lists";

export const listRepositoryPullsOperation = implementOperation(listRepositoryPulls, ({ params, query, user }) =>
  pullListsOf(user).ofRepository(params, query),
);
