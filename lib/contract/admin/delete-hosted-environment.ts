import { z } from "zod";
import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { HostedEnvironmentPath } from "./hosted-environment";

export const deleteHostedEnvironment = defineOperation({
  id: "deleteHostedEnvironment",
  summary: "Remove a named environment of a team; its agents stay as they are",
  method: "DELETE",
  path: "/admin/v1/teams/{teamId}/environments/{name}",
  pathParams: HostedEnvironmentPath,
  query: NoQuery,
  response: z.looseObject({ name: z.string() }),
  family: "admin",
  role: "admin",
});
