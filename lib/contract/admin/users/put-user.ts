import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { TeamUser, TeamUserPath } from "../team-user";

export const putUser = defineOperation({
  id: "putUser",
  summary: "Add a member to a team, or update their profile",
  method: "PUT",
  path: "/admin/v1/teams/{teamId}/users/{email}",
  pathParams: TeamUserPath,
  /** Omitted fields are unchanged. */
  body: z.strictObject({
    firstName: z.string().trim().max(100).optional(),
    lastName: z.string().trim().max(100).optional(),
    /** Shown publicly; null makes the profile private. */
    handle: z
      .string()
      .regex(/^@?[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/, "must be 1 to 39 letters, digits, dashes or underscores")
      .nullable()
      .optional(),
    isAdmin: z.boolean().optional(),
    isActive: z.boolean().optional(),
    /** Default model of their agents; null: the team's. */
    defaultModel: z.string().min(1, "must not be empty").max(200).nullable().optional(),
  }),
  response: TeamUser,
});
