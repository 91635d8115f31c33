import { z } from "zod";
import { defineOperation } from "../define-operation";
import { missingHalf, PoolName, PoolScope, RepoPart } from "./pool";

export const DeregisterPoolQuery = z
  .strictObject({
    scope: PoolScope,
    pool_name: PoolName,
    repo_owner: RepoPart.optional(),
    repo_name: RepoPart.optional(),
  })
  .superRefine((query, context) => {
    const missing = missingHalf(query, ["repo_owner", "repo_name"]);
    if (missing) {
      context.addIssue({ code: "custom", path: [missing], message: "set both repo_owner and repo_name, or neither" });
    }
  });

export const deregisterPool = defineOperation({
  id: "deregisterPool",
  summary: "Deregister a pool; its workers are unaffected",
  method: "DELETE",
  path: "/v0/private-workers/pools",
  query: DeregisterPoolQuery,
  response: z.looseObject({ deregistered: z.boolean() }),
  role: "admin",
});
