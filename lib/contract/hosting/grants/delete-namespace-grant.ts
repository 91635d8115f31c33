import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { OwnerPath } from "../repo";
import { grantee } from "./grant";

export const deleteNamespaceGrant = defineOperation({
  id: "deleteNamespaceGrant",
  summary: "Revoke a grant on all repositories of an owner",
  method: "DELETE",
  path: "/v1/repohost/owners/{ownerSlug}/grants",
  pathParams: OwnerPath,
  body: z.object(grantee),
  response: z.unknown(),
  success: 204,
  scopes: ["namespace:settings:write"],
  role: "admin",
});
