import { z } from "zod";
import { defineOperation } from "../define-operation";
import { queueEvents, queueFilter } from "./pending-request";

export const watchPendingRequests = defineOperation({
  id: "watchPendingRequests",
  summary: "Stream pending request events from a cursor",
  method: "GET",
  path: "/v0/private-workers/pending-requests/stream",
  /** A `Last-Event-ID` header replaces the cursor and takes precedence. */
  query: z.strictObject({ cursor: z.string().min(1).optional(), ...queueFilter }),
  response: z.string(),
  stream: true,
  events: queueEvents,
});
