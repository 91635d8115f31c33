import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { HostedEnvironmentPath } from "./hosted-environment";

export const deleteHostedEnvironment = defineOperation({
  id: "deleteHostedEnvironment",
  summary: "Delete a named environment; its agents are unaffected",
  method: "DELETE",
  path: "/admin/v1/teams/{teamId}/environments/{name}",
  pathParams: HostedEnvironmentPath,
  response: z.looseObject({ name: z.string() }),
});
