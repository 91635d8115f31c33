import { defineOperation } from "../../define-operation";
import { Account, AccountPath } from "../account";

export const getAccount = defineOperation({
  id: "getAccount",
  summary: "Get a team's account settings",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/account",
  pathParams: AccountPath,
  response: Account,
});
