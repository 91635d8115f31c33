import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const putGroup = defineOperation({
  id: "putGroup",
  summary: "Create a group, or replace its members",
  method: "PUT",
  path: "/admin/v1/teams/{teamId}/groups/{slug}",
  pathParams: z.object({
    teamId: z.string(),
    slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/, "must be 1 to 100 lowercase letters, digits or dashes"),
  }),
  /** Emails of active team members. */
  body: z.strictObject({ members: z.array(z.string()).max(1000) }),
  response: z.looseObject({ id: z.string(), slug: z.string(), members: z.array(z.string()) }),
});
