import { z } from "zod";
import { defineOperation } from "../../operation";
import { DashboardPerson } from "./person";

export const listPeople = defineOperation({
  id: "listPeople",
  summary: "List the dashboard's users",
  method: "GET",
  path: "/dashboard/people",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({ people: z.array(DashboardPerson) }),
  family: "dashboard",
  role: "admin",
});
