import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";

export const deleteSshKey = defineOperation({
  id: "deleteSshKey",
  summary: "Delete an SSH key",
  method: "DELETE",
  path: "/admin/v1/ssh-keys/{keyId}",
  pathParams: z.object({ keyId: z.string() }),
  query: NoQuery,
  response: z.looseObject({ id: z.string() }),
  family: "admin",
  role: "admin",
});
