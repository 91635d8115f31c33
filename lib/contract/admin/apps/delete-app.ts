import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { AppPath } from "../../hosting/apps/app";
import { defineOperation } from "../../operation";

export const deleteApp = defineOperation({
  id: "deleteApp",
  summary: "Delete an app, its installations and their tokens",
  method: "DELETE",
  path: "/admin/v1/apps/{appId}",
  pathParams: AppPath,
  query: NoQuery,
  response: z.looseObject({ id: z.string() }),
  family: "admin",
  role: "admin",
});
