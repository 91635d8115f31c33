import { defineOperation } from "../define-operation";
import { AgentPath, IdResponse } from "./agent";

export const deleteAgent = defineOperation({
  id: "deleteAgent",
  summary: "Delete an agent permanently",
  method: "DELETE",
  path: "/v1/agents/{id}",
  pathParams: AgentPath,
  response: IdResponse,
});
