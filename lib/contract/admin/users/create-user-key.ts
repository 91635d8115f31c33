import { defineOperation } from "../../define-operation";
import { NewKey, NewKeyBody, TeamUserPath } from "../team-user";

export const createUserKey = defineOperation({
  id: "createUserKey",
  summary: "Create an API key for a user; the key is returned once",
  method: "POST",
  path: "/admin/v1/teams/{teamId}/users/{email}/keys",
  pathParams: TeamUserPath,
  body: NewKeyBody,
  success: 201,
  response: NewKey,
  sessionOnly: true,
});
