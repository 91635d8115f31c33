import { z } from "zod";
import { defineOperation, roles } from "../../operation";
import { DashboardPerson } from "./person";

export const displayName = z.string().trim().min(1, "must not be empty").max(100, "must be at most 100 characters");

export const addPerson = defineOperation({
  id: "addPerson",
  summary: "Add a dashboard user",
  method: "POST",
  path: "/dashboard/people",
  pathParams: z.object({}),
  query: z.object({}),
  body: z.strictObject({
    email: z.email("must be an email address").max(254),
    displayName: displayName.optional(),
    role: z.enum(roles),
  }),
  response: DashboardPerson,
  success: 201,
  family: "dashboard",
  role: "admin",
});
