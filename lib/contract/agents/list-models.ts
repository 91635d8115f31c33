import { z } from "zod";
import { defineOperation } from "../operation";
import { ModelEntry } from "./model";
import { NoQuery } from "./pagination";

export const listModels = defineOperation({
  id: "listModels",
  summary: "List the recommended models",
  method: "GET",
  path: "/v1/models",
  pathParams: z.object({}),
  query: NoQuery,
  response: z.looseObject({ items: z.array(ModelEntry) }),
  family: "agents",
});
