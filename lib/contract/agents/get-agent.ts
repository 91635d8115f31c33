import { defineOperation } from "../define-operation";
import { Agent, AgentPath } from "./agent";

export const getAgent = defineOperation({
  id: "getAgent",
  summary: "Get an agent",
  method: "GET",
  path: "/v1/agents/{id}",
  pathParams: AgentPath,
  response: Agent,
});
