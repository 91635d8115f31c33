import { z } from "zod";
import { defineOperation } from "../../operation";
import { AppPath, AppSigningKey, PublicKeyPem } from "./app";

export const addAppSigningKey = defineOperation({
  id: "addAppSigningKey",
  summary: "Add a signing key to an app",
  method: "POST",
  path: "/v1/repohost/apps/{appId}/signing_keys",
  pathParams: AppPath,
  query: z.looseObject({}),
  body: z.object({ publicKey: PublicKeyPem }),
  response: AppSigningKey,
  family: "repohost",
  credentials: ["user"],
  scopes: ["app:settings:write"],
  conflicts: true,
  points: 5,
  role: "admin",
  sessionOnly: true,
});
