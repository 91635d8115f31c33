import { listNumberedRuns } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { readRuns } from "@/lib/server/runs/numbered-runs";

export const listNumberedRunsOperation = implementOperation(listNumberedRuns, ({ params, query, user }) =>
  readRuns(user, params.agentId, query),
);
