import { defineOperation } from "../../define-operation";
import { HostedEnvironment, HostedEnvironmentPath, PutHostedEnvironmentBody } from "./hosted-environment";

export const putHostedEnvironment = defineOperation({
  id: "putHostedEnvironment",
  summary: "Create or replace a named environment",
  method: "PUT",
  path: "/admin/v1/teams/{teamId}/environments/{name}",
  pathParams: HostedEnvironmentPath,
  body: PutHostedEnvironmentBody,
  response: HostedEnvironment,
});
