import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { roles } from "../../operation";
import { DashboardUser } from "./user";

export const displayName = z.string().trim().min(1, "must not be empty").max(100, "must be at most 100 characters");

export const addUser = defineOperation({
  id: "addUser",
  summary: "Add a dashboard user",
  method: "POST",
  path: "/dashboard/users",
  body: z.strictObject({
    email: z.email("must be an email address").max(254),
    displayName: displayName.optional(),
    role: z.enum(roles),
  }),
  response: DashboardUser,
  success: 201,
  role: "admin",
});
