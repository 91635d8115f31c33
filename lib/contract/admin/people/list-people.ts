import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { AccountPath } from "../account";
import { Person } from "../person";

export const listPeople = defineOperation({
  id: "listPeople",
  summary: "List a team's members, sorted by email",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/people",
  pathParams: AccountPath,
  query: NoQuery,
  response: z.looseObject({ people: z.array(Person) }),
  family: "admin",
  role: "admin",
});
