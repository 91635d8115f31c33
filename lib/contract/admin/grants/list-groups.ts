import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { AccountPath } from "../account";
import { Group } from "../team-user";

export const listGroups = defineOperation({
  id: "listGroups",
  summary: "List a team's groups and their members",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/groups",
  pathParams: AccountPath,
  query: NoQuery,
  response: z.looseObject({ groups: z.array(Group) }),
  family: "admin",
  role: "admin",
});
