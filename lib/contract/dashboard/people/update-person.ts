import { z } from "zod";
import { defineOperation, roles } from "../../operation";
import { displayName } from "./add-person";
import { DashboardPerson } from "./person";

export const updatePerson = defineOperation({
  id: "updatePerson",
  summary: "Update a user's name or role, or disable them",
  method: "PATCH",
  path: "/dashboard/people/{id}",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  query: z.object({}),
  body: z.strictObject({
    displayName: displayName.optional(),
    role: z.enum(roles).optional(),
    disabled: z.boolean().optional(),
  }),
  response: DashboardPerson,
  family: "dashboard",
  role: "admin",
});
