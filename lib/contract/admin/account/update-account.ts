import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { Account, AccountPath, UpdateAccountBody } from "../account";

export const updateAccount = defineOperation({
  id: "updateAccount",
  summary: "Update a team's account settings",
  method: "PATCH",
  path: "/admin/v1/teams/{teamId}/account",
  pathParams: AccountPath,
  query: NoQuery,
  body: UpdateAccountBody,
  response: Account,
  family: "admin",
  role: "admin",
});
