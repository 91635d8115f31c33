import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { NewKey, NewKeyBody, PersonPath } from "../person";

export const createPersonKey = defineOperation({
  id: "createPersonKey",
  summary: "Create an API key for a user; the key is returned once",
  method: "POST",
  path: "/admin/v1/teams/{teamId}/people/{email}/keys",
  pathParams: PersonPath,
  query: NoQuery,
  body: NewKeyBody,
  success: 201,
  response: NewKey,
  family: "admin",
  role: "admin",
  sessionOnly: true,
});
