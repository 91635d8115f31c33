import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppPath, AppSigningKey } from "../../hosting/apps/app";

export const listAppSigningKeys = defineOperation({
  id: "listAppSigningKeys",
  summary: "List an app's signing keys, oldest first",
  method: "GET",
  path: "/admin/v1/apps/{appId}/signing_keys",
  pathParams: AppPath,
  response: z.looseObject({ keys: z.array(AppSigningKey) }),
});
