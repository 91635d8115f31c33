import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { AppPath, AppSigningKey } from "../../hosting/apps/app";
import { defineOperation } from "../../operation";

export const listAppSigningKeys = defineOperation({
  id: "listAppSigningKeys",
  summary: "List an app's signing keys, oldest first",
  method: "GET",
  path: "/admin/v1/apps/{appId}/signing_keys",
  pathParams: AppPath,
  query: NoQuery,
  response: z.looseObject({ keys: z.array(AppSigningKey) }),
  family: "admin",
  role: "admin",
});
