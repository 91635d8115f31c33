import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NamespacePath } from "../../hosting/installation";

export const listGrantees = defineOperation({
  id: "listGrantees",
  summary: "List the active members and groups that can receive namespace grants",
  method: "GET",
  path: "/admin/v1/namespaces/{namespaceSlug}/grantees",
  pathParams: NamespacePath,
  response: z.looseObject({
    users: z.array(z.looseObject({ id: z.string(), email: z.string(), displayName: z.string().optional() })),
    groups: z.array(z.looseObject({ id: z.string(), slug: z.string(), memberCount: z.number().int() })),
    /** Whether the built-in admins and members groups can receive grants. */
    teamGroups: z.boolean(),
  }),
});
