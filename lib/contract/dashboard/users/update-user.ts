import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { roles } from "../../operation";
import { displayName } from "./add-user";
import { DashboardUser } from "./user";

export const updateUser = defineOperation({
  id: "updateUser",
  summary: "Update a user's name or role, or disable them",
  method: "PATCH",
  path: "/dashboard/users/{id}",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  body: z.strictObject({
    displayName: displayName.optional(),
    role: z.enum(roles).optional(),
    disabled: z.boolean().optional(),
  }),
  response: DashboardUser,
  role: "admin",
});
