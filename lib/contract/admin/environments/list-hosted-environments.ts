import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { AccountPath } from "../account";
import { HostedEnvironment } from "./hosted-environment";

export const listHostedEnvironments = defineOperation({
  id: "listHostedEnvironments",
  summary: "List a team's named environments, sorted by name",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/environments",
  pathParams: AccountPath,
  query: NoQuery,
  response: z.looseObject({ items: z.array(HostedEnvironment) }),
  family: "admin",
  role: "admin",
});
