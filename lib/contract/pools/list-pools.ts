import { z } from "zod";
import { flag } from "../agents/pagination";
import { defineOperation } from "../define-operation";
import { Pool } from "./pool";
import { ListScope } from "./worker";

export const listPools = defineOperation({
  id: "listPools",
  summary: "List worker pools",
  method: "GET",
  path: "/v0/private-workers/pools",
  query: z.strictObject({ scope: ListScope, includeStale: flag(false) }),
  response: z.looseObject({ pools: z.array(Pool) }),
});
