import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AccountPath } from "../account";
import { Group } from "../team-user";

export const listGroups = defineOperation({
  id: "listGroups",
  summary: "List a team's groups and their members",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/groups",
  pathParams: AccountPath,
  response: z.looseObject({ groups: z.array(Group) }),
});
