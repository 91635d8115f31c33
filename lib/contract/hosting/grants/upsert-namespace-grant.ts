import { z } from "zod";
import { defineOperation } from "../../operation";
import { OwnerPath } from "../repo";
import { grantee, NamespaceGrant } from "./grant";

const permissions = ["PERMISSION_READ", "PERMISSION_CONTRIBUTOR", "PERMISSION_WRITE", "PERMISSION_ADMIN"] as const;

export const upsertNamespaceGrant = defineOperation({
  id: "upsertNamespaceGrant",
  summary: "Grant a permission on all repositories of an owner",
  method: "POST",
  path: "/v1/repohost/owners/{ownerSlug}/grants",
  pathParams: OwnerPath,
  query: z.looseObject({}),
  body: z.object({ ...grantee, permission: z.enum(permissions, `must be one of ${permissions.join(", ")}`) }),
  response: NamespaceGrant,
  family: "repohost",
  scopes: ["namespace:settings:write"],
  points: 5,
  role: "admin",
});
