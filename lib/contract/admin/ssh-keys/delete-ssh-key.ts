import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const deleteSshKey = defineOperation({
  id: "deleteSshKey",
  summary: "Delete an SSH key",
  method: "DELETE",
  path: "/admin/v1/ssh-keys/{keyId}",
  pathParams: z.object({ keyId: z.string() }),
  response: z.looseObject({ id: z.string() }),
});
