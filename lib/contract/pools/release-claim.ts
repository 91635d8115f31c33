import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { Claim } from "./pending-request";

export const releaseClaim = defineOperation({
  id: "releaseClaim",
  summary: "Release a claim",
  method: "POST",
  path: "/v0/private-workers/claims/{id}/release",
  pathParams: z.object({ id: z.string() }),
  query: NoQuery,
  response: Claim,
  family: "pools",
  actsAs: "serviceAccountKey",
});
