import { z } from "zod";
import { defineOperation } from "../define-operation";
import { Claim } from "./pending-request";

export const releaseClaim = defineOperation({
  id: "releaseClaim",
  summary: "Release a claim",
  method: "POST",
  path: "/v0/private-workers/claims/{id}/release",
  pathParams: z.object({ id: z.string() }),
  response: Claim,
});
