import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { AccountPath } from "./account";
import { Group } from "./person";

export const listGroups = defineOperation({
  id: "listGroups",
  summary: "List the groups of a team, with who is in them",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/groups",
  pathParams: AccountPath,
  query: NoQuery,
  response: z.looseObject({ groups: z.array(Group) }),
  family: "admin",
  role: "admin",
});
