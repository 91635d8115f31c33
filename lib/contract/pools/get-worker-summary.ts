import { z } from "zod";
import { defineOperation } from "../define-operation";

const Counts = z.looseObject({ totalConnected: z.number().int(), inUse: z.number().int() });

export const getWorkerSummary = defineOperation({
  id: "getWorkerSummary",
  summary: "Get connected and in-use worker counts",
  method: "GET",
  path: "/v0/private-workers/summary",
  response: z.looseObject({
    userSummary: Counts.extend({ teamWorkersInUseByUser: z.number().int() }).optional(),
    teamSummary: Counts,
  }),
});
