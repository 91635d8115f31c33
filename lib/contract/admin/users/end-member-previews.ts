import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { TeamUserPath } from "../team-user";

export const endMemberPreviews = defineOperation({
  id: "endMemberPreviews",
  summary: "End the port previews that a member has open",
  method: "DELETE",
  path: "/admin/v1/teams/{teamId}/members/{email}/previews",
  pathParams: TeamUserPath,
  response: z.looseObject({ email: z.string() }),
});
