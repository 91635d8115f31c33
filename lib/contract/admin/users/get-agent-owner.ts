import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { AccountPath } from "../account";

export const getAgentOwner = defineOperation({
  id: "getAgentOwner",
  summary: "Get the user or service account that launched an agent",
  method: "GET",
  path: "/admin/v1/teams/{teamId}/agents/{agentId}/owner",
  pathParams: AccountPath.extend({ agentId: z.string() }),
  query: NoQuery,
  /** `email` is absent for a service account. */
  response: z.looseObject({ name: z.string(), email: z.string().optional() }),
  family: "admin",
  role: "admin",
});
