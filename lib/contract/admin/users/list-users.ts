import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AccountPath } from "../account";
import { TeamUser } from "../team-user";

export const listUsers = defineOperation({
  id: "listUsers",
  summary: "List a team's members, sorted by email",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/users",
  pathParams: AccountPath,
  response: z.looseObject({ users: z.array(TeamUser) }),
});
