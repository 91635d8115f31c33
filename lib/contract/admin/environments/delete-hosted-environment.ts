import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { HostedEnvironmentPath } from "./hosted-environment";

export const deleteHostedEnvironment = defineOperation({
  id: "deleteHostedEnvironment",
  summary: "Delete a named environment; its agents are unaffected",
  method: "DELETE",
  path: "/admin/v1/teams/{teamId}/environments/{name}",
  pathParams: HostedEnvironmentPath,
  query: NoQuery,
  response: z.looseObject({ name: z.string() }),
  family: "admin",
  role: "admin",
});
