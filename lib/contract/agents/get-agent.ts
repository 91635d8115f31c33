import { defineOperation } from "../operation";
import { Agent, AgentPath } from "./agent";
import { NoQuery } from "./pagination";

export const getAgent = defineOperation({
  id: "getAgent",
  summary: "Get an agent",
  method: "GET",
  path: "/v1/agents/{id}",
  pathParams: AgentPath,
  query: NoQuery,
  response: Agent,
  family: "agents",
});
