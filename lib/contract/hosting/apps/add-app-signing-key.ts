import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppPath, AppSigningKey, PublicKeyPem } from "./app";

export const addAppSigningKey = defineOperation({
  id: "addAppSigningKey",
  summary: "Add a signing key to an app",
  method: "POST",
  path: "/v1/repohost/apps/{appId}/signing_keys",
  pathParams: AppPath,
  body: z.object({ publicKey: PublicKeyPem }),
  response: AppSigningKey,
  credentials: ["user"],
  scopes: ["app:settings:write"],
  conflicts: true,
  role: "admin",
  sessionOnly: true,
});
