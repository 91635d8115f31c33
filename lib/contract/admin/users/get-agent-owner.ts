import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AccountPath } from "../account";

export const getAgentOwner = defineOperation({
  id: "getAgentOwner",
  summary: "Get the user or service account that launched an agent",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/agents/{agentId}/owner",
  pathParams: AccountPath.extend({ agentId: z.string() }),
  /** `email` is absent for a service account. */
  response: z.looseObject({ name: z.string(), email: z.string().optional() }),
});
