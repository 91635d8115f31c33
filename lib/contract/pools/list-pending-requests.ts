import { z } from "zod";
import { limit } from "../agents/pagination";
import { defineOperation } from "../define-operation";
import { PendingRequest, queueFilter } from "./pending-request";

export const listPendingRequests = defineOperation({
  id: "listPendingRequests",
  summary: "List the pending requests, oldest first",
  method: "GET",
  path: "/v0/private-workers/pending-requests",
  query: z.strictObject({ limit: limit(50, 100), pageToken: z.string().min(1).optional(), ...queueFilter }),
  response: z.looseObject({
    requests: z.array(PendingRequest),
    nextPageToken: z.string().optional(),
    streamCursor: z.string(),
  }),
});
