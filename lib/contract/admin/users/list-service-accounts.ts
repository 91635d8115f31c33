import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AccountPath } from "../account";
import { ServiceAccount } from "../team-user";

export const listServiceAccounts = defineOperation({
  id: "listServiceAccounts",
  summary: "List the service accounts of a team",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/service-accounts",
  pathParams: AccountPath,
  response: z.looseObject({ serviceAccounts: z.array(ServiceAccount) }),
});
