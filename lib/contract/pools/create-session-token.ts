import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { SessionToken } from "./pending-request";

export const createSessionToken = defineOperation({
  id: "createSessionToken",
  summary: "Mint a session token for a claim",
  method: "POST",
  path: "/v0/private-workers/tokens",
  pathParams: z.object({}),
  query: NoQuery,
  body: z.object({
    id: z.string("is required").min(1, "must not be empty"),
    workerId: z.string("is required").min(1, "must not be empty"),
  }),
  response: SessionToken,
  family: "pools",
  actsAs: "serviceAccountKey",
  role: "admin",
  sessionOnly: true,
});
