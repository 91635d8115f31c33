import { z } from "zod";
import { limit } from "../agents/pagination";
import { defineOperation } from "../define-operation";
import { ListScope, Worker } from "./worker";

export const ListWorkersQuery = z.strictObject({
  status: z
    .enum(["all", "in_use", "idle"], "must be all, in_use or idle")
    .optional()
    .transform((value) => value ?? "all"),
  scope: ListScope,
  limit: limit(50, 100),
  pageToken: z.string().min(1).optional(),
});

export const listWorkers = defineOperation({
  id: "listWorkers",
  summary: "List the connected workers of the key's team, newest first",
  method: "GET",
  path: "/v0/private-workers",
  query: ListWorkersQuery,
  response: z.looseObject({
    workers: z.array(Worker),
    totalCount: z.number().int(),
    nextPageToken: z.string().optional(),
  }),
});
