import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { Worker } from "./worker";

export const getWorker = defineOperation({
  id: "getWorker",
  summary: "Get a connected worker",
  method: "GET",
  path: "/v0/private-workers/{id}",
  pathParams: z.object({ id: z.string() }),
  query: NoQuery,
  /** The specification leaves the shape open, so the worker is returned both bare and under `worker`. */
  response: Worker.extend({ worker: Worker }),
  family: "pools",
  actsAs: "serviceAccountKey",
});
