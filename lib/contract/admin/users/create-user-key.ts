import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { NewKey, NewKeyBody, TeamUserPath } from "../team-user";

export const createUserKey = defineOperation({
  id: "createUserKey",
  summary: "Create an API key for a user; the key is returned once",
  method: "POST",
  path: "/admin/v1/teams/{teamId}/users/{email}/keys",
  pathParams: TeamUserPath,
  query: NoQuery,
  body: NewKeyBody,
  success: 201,
  response: NewKey,
  family: "admin",
  role: "admin",
  sessionOnly: true,
});
