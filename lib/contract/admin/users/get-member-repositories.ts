import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { TeamUserPath } from "../team-user";

export const getMemberRepositories = defineOperation({
  id: "getMemberRepositories",
  summary: "Get the repositories that a member can read, and those they can't",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/members/{email}/repositories",
  pathParams: TeamUserPath,
  query: NoQuery,
  /** Ids, in no order. Every repository is in one of the lists. */
  response: z.looseObject({ readable: z.array(z.string()), denied: z.array(z.string()) }),
  family: "admin",
  role: "admin",
});
