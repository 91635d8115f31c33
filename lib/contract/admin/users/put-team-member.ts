import { defineOperation } from "../../define-operation";
import { putMember } from "../namespaces/put-member";
import { TeamUserPath } from "../team-user";

export const putTeamMember = defineOperation({
  id: "putTeamMember",
  summary: "Add a member to a team, or update their name and role",
  method: "PUT",
  path: "/admin/v1/teams/{teamId}/members/{email}",
  pathParams: TeamUserPath,
  body: putMember.body,
  response: putMember.response,
});
