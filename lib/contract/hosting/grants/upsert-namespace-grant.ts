import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { OwnerPath } from "../repo";
import { grantee, NamespaceGrant } from "./grant";

const permissions = ["PERMISSION_READ", "PERMISSION_CONTRIBUTOR", "PERMISSION_WRITE", "PERMISSION_ADMIN"] as const;

export const upsertNamespaceGrant = defineOperation({
  id: "upsertNamespaceGrant",
  summary: "Grant a permission on all repositories of an owner",
  method: "POST",
  path: "/v1/repohost/owners/{ownerSlug}/grants",
  pathParams: OwnerPath,
  body: z.object({ ...grantee, permission: z.enum(permissions, `must be one of ${permissions.join(", ")}`) }),
  response: NamespaceGrant,
  scopes: ["namespace:settings:write"],
  role: "admin",
});
