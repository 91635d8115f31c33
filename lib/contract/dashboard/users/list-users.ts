import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { DashboardUser } from "./user";

export const listUsers = defineOperation({
  id: "listUsers",
  summary: "List the dashboard's users",
  method: "GET",
  path: "/dashboard/users",
  response: z.object({ users: z.array(DashboardUser) }),
  role: "admin",
});
