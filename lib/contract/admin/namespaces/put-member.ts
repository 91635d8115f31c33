import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NamespacePath } from "../../hosting/installation";

export const putMember = defineOperation({
  id: "putMember",
  summary: "Add a member to the team that owns a namespace, or update their name and role",
  method: "PUT",
  path: "/admin/v1/namespaces/{namespaceSlug}/members/{email}",
  pathParams: NamespacePath.extend({
    email: z
      .string()
      .max(254, "must be at most 254 characters")
      .regex(/^[^\s@]+@[^\s@]+$/, "must be an email address"),
  }),
  body: z.strictObject({
    displayName: z.string().trim().max(200, "must be at most 200 characters").optional(),
    /** Whether they are a team admin. Ignored for the first user, whose key the dashboard uses. */
    isAdmin: z.boolean("must be true or false"),
    /** Whether they can only read repositories, whatever they are granted. Ignored for the first user, too. Unchanged if omitted. */
    isReadOnly: z.boolean("must be true or false").optional(),
  }),
  response: z.looseObject({ id: z.string(), email: z.string(), isAdmin: z.boolean() }),
});
