import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { Account, AccountPath } from "./account";

export const getAccount = defineOperation({
  id: "getAccount",
  summary: "Get the switches of a team's account",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/account",
  pathParams: AccountPath,
  query: NoQuery,
  response: Account,
  family: "admin",
  role: "admin",
});
