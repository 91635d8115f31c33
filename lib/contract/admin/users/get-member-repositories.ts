import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { TeamUserPath } from "../team-user";

export const getMemberRepositories = defineOperation({
  id: "getMemberRepositories",
  summary: "Get the repositories that a member can read, and those they can't",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/members/{email}/repositories",
  pathParams: TeamUserPath,
  /** Ids, in no order. Every repository is in one of the lists. */
  response: z.looseObject({ readable: z.array(z.string()), denied: z.array(z.string()) }),
});
