import { z } from "zod";
import { defineOperation } from "../../operation";
import { DashboardUser } from "./user";

export const listUsers = defineOperation({
  id: "listUsers",
  summary: "List the dashboard's users",
  method: "GET",
  path: "/dashboard/users",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({ users: z.array(DashboardUser) }),
  family: "dashboard",
  role: "admin",
});
