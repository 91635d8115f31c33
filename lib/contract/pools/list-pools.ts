import { z } from "zod";
import { flag } from "../agents/pagination";
import { defineOperation } from "../operation";
import { Pool } from "./pool";
import { ListScope } from "./worker";

export const listPools = defineOperation({
  id: "listPools",
  summary: "List worker pools",
  method: "GET",
  path: "/v0/private-workers/pools",
  pathParams: z.object({}),
  query: z.strictObject({ scope: ListScope, includeStale: flag(false) }),
  response: z.looseObject({ pools: z.array(Pool) }),
  family: "pools",
  actsAs: "serviceAccountKey",
});
