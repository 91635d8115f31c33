import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const revokeAppSigningKey = defineOperation({
  id: "revokeAppSigningKey",
  summary: "Revoke an app's signing key",
  method: "DELETE",
  path: "/v1/repohost/apps/{appId}/signing_keys/{kid}",
  pathParams: z.object({ appId: z.string(), kid: z.string() }),
  response: z.unknown(),
  success: 204,
  credentials: ["user"],
  scopes: ["app:settings:write"],
  role: "admin",
});
