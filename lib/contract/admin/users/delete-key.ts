import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";

export const deleteKey = defineOperation({
  id: "deleteKey",
  summary: "Delete an API key of a user or service account",
  method: "DELETE",
  path: "/admin/v1/keys/{keyId}",
  pathParams: z.object({ keyId: z.string() }),
  query: NoQuery,
  response: z.looseObject({ id: z.string() }),
  family: "admin",
  role: "admin",
});
