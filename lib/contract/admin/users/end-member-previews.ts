import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { TeamUserPath } from "../team-user";

export const endMemberPreviews = defineOperation({
  id: "endMemberPreviews",
  summary: "End the port previews that a member has open",
  method: "DELETE",
  path: "/admin/v1/teams/{teamId}/members/{email}/previews",
  pathParams: TeamUserPath,
  query: NoQuery,
  response: z.looseObject({ email: z.string() }),
  family: "admin",
  role: "admin",
});
