import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { Account, AccountPath } from "../account";

export const getAccount = defineOperation({
  id: "getAccount",
  summary: "Get a team's account settings",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/account",
  pathParams: AccountPath,
  query: NoQuery,
  response: Account,
  family: "admin",
  role: "admin",
});
