import { z } from "zod";
import { defineOperation } from "../define-operation";
import { ModelEntry } from "./model";

export const listModels = defineOperation({
  id: "listModels",
  summary: "List the recommended models",
  method: "GET",
  path: "/v1/models",
  response: z.looseObject({ items: z.array(ModelEntry) }),
});
