import { defineOperation } from "../operation";
import { AgentPath, IdResponse } from "./agent";
import { NoQuery } from "./pagination";

export const archiveAgent = defineOperation({
  id: "archiveAgent",
  summary: "Archive an agent",
  method: "POST",
  path: "/v1/agents/{id}/archive",
  pathParams: AgentPath,
  query: NoQuery,
  response: IdResponse,
  family: "agents",
});
