import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppPath } from "../../hosting/apps/app";

export const deleteApp = defineOperation({
  id: "deleteApp",
  summary: "Delete an app, its installations and their tokens",
  method: "DELETE",
  path: "/admin/v1/apps/{appId}",
  pathParams: AppPath,
  response: z.looseObject({ id: z.string() }),
});
