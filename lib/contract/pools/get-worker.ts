import { z } from "zod";
import { defineOperation } from "../define-operation";
import { Worker } from "./worker";

export const getWorker = defineOperation({
  id: "getWorker",
  summary: "Get a connected worker",
  method: "GET",
  path: "/v0/private-workers/{id}",
  pathParams: z.object({ id: z.string() }),
  /** The specification leaves the shape open, so the worker is returned both bare and under `worker`. */
  response: Worker.extend({ worker: Worker }),
});
