import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const deleteRepository = defineOperation({
  id: "deleteRepository",
  summary: "Delete a repository and its contents",
  method: "DELETE",
  path: "/admin/v1/repositories/{repositoryId}",
  pathParams: z.object({ repositoryId: z.string() }),
  response: z.looseObject({ id: z.string() }),
});
