import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";

export const deleteRepository = defineOperation({
  id: "deleteRepository",
  summary: "Delete a repository and its contents",
  method: "DELETE",
  path: "/admin/v1/repositories/{repositoryId}",
  pathParams: z.object({ repositoryId: z.string() }),
  query: NoQuery,
  response: z.looseObject({ id: z.string() }),
  family: "admin",
  role: "admin",
});
