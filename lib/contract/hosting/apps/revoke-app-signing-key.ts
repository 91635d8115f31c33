import { z } from "zod";
import { defineOperation } from "../../operation";

export const revokeAppSigningKey = defineOperation({
  id: "revokeAppSigningKey",
  summary: "Revoke an app's signing key",
  method: "DELETE",
  path: "/v1/repohost/apps/{appId}/signing_keys/{kid}",
  pathParams: z.object({ appId: z.string(), kid: z.string() }),
  query: z.looseObject({}),
  response: z.unknown(),
  success: 204,
  family: "repohost",
  credentials: ["user"],
  scopes: ["app:settings:write"],
  points: 5,
  role: "admin",
});
