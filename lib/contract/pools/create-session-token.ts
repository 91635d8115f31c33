import { z } from "zod";
import { defineOperation } from "../define-operation";
import { SessionToken } from "./pending-request";

export const createSessionToken = defineOperation({
  id: "createSessionToken",
  summary: "Mint a session token for a claim",
  method: "POST",
  path: "/v0/private-workers/tokens",
  body: z.object({
    id: z.string("is required").min(1, "must not be empty"),
    workerId: z.string("is required").min(1, "must not be empty"),
  }),
  response: SessionToken,
  role: "admin",
  sessionOnly: true,
});
