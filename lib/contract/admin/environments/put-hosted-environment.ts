import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { HostedEnvironment, HostedEnvironmentPath, PutHostedEnvironmentBody } from "./hosted-environment";

export const putHostedEnvironment = defineOperation({
  id: "putHostedEnvironment",
  summary: "Create or replace a named environment",
  method: "PUT",
  path: "/admin/v1/teams/{teamId}/environments/{name}",
  pathParams: HostedEnvironmentPath,
  query: NoQuery,
  body: PutHostedEnvironmentBody,
  response: HostedEnvironment,
  family: "admin",
  role: "admin",
});
