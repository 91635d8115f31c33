import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AccountPath } from "../account";
import { HostedEnvironment } from "./hosted-environment";

export const listHostedEnvironments = defineOperation({
  id: "listHostedEnvironments",
  summary: "List a team's named environments, sorted by name",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/environments",
  pathParams: AccountPath,
  response: z.looseObject({ items: z.array(HostedEnvironment) }),
});
