import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const deleteKey = defineOperation({
  id: "deleteKey",
  summary: "Delete an API key of a user or service account",
  method: "DELETE",
  path: "/admin/v1/keys/{keyId}",
  pathParams: z.object({ keyId: z.string() }),
  response: z.looseObject({ id: z.string() }),
});
