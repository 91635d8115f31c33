import { defineOperation } from "../define-operation";
import { AgentPath, IdResponse } from "./agent";

export const unarchiveAgent = defineOperation({
  id: "unarchiveAgent",
  summary: "Unarchive an agent",
  method: "POST",
  path: "/v1/agents/{id}/unarchive",
  pathParams: AgentPath,
  response: IdResponse,
});
