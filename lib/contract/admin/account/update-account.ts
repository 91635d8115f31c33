import { defineOperation } from "../../define-operation";
import { Account, AccountPath, UpdateAccountBody } from "../account";

export const updateAccount = defineOperation({
  id: "updateAccount",
  summary: "Update a team's account settings",
  method: "PATCH",
  path: "/admin/v1/teams/{teamId}/account",
  pathParams: AccountPath,
  body: UpdateAccountBody,
  response: Account,
});
