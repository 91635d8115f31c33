import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { AccountPath } from "../account";
import { ServiceAccount } from "../team-user";

export const listServiceAccounts = defineOperation({
  id: "listServiceAccounts",
  summary: "List the service accounts of a team",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/service-accounts",
  pathParams: AccountPath,
  query: NoQuery,
  response: z.looseObject({ serviceAccounts: z.array(ServiceAccount) }),
  family: "admin",
  role: "admin",
});
