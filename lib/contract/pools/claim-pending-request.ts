import { z } from "zod";
import { defineOperation } from "../define-operation";
import { WorkerId } from "../worker-protocol/from-worker";
import { Claim } from "./pending-request";

export const claimPendingRequest = defineOperation({
  id: "claimPendingRequest",
  summary: "Reserve a pending request for a worker",
  method: "POST",
  path: "/v0/private-workers/claim",
  body: z.object({
    id: z.string("is required").min(1, "must not be empty"),
    workerId: WorkerId,
    sessionToken: z.boolean("must be true or false").default(false),
  }),
  /** `token` and `expiresAt` only with `sessionToken`. */
  response: Claim.extend({ token: z.string().optional(), expiresAt: z.string().optional() }),
  role: "admin",
});
