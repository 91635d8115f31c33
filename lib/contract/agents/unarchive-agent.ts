import { defineOperation } from "../operation";
import { AgentPath, IdResponse } from "./agent";
import { NoQuery } from "./pagination";

export const unarchiveAgent = defineOperation({
  id: "unarchiveAgent",
  summary: "Unarchive an agent",
  method: "POST",
  path: "/v1/agents/{id}/unarchive",
  pathParams: AgentPath,
  query: NoQuery,
  response: IdResponse,
  family: "agents",
});
