import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Batch } from "./batch";

export const maxListedBatches = 100;

export const listBatches = defineOperation({
  id: "listBatches",
  summary: "List the latest batches",
  method: "GET",
  path: "/dashboard/batches",
  response: z.object({ items: z.array(Batch.omit({ prompt: true })) }),
});
