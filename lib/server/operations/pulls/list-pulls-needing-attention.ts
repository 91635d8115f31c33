import { listPullsNeedingAttention } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { pullListsOf } from "./pull-lists";

export const listPullsNeedingAttentionOperation = implementOperation(listPullsNeedingAttention, ({ person }) =>
  pullListsOf(person).needingAttention(),
);
