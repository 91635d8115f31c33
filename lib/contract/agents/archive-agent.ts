import { defineOperation } from "../define-operation";
import { AgentPath, IdResponse } from "./agent";

export const archiveAgent = defineOperation({
  id: "archiveAgent",
  summary: "Archive an agent",
  method: "POST",
  path: "/v1/agents/{id}/archive",
  pathParams: AgentPath,
  response: IdResponse,
});
