import { defineOperation } from "../operation";
import { AgentPath, IdResponse } from "./agent";
import { NoQuery } from "./pagination";

export const deleteAgent = defineOperation({
  id: "deleteAgent",
  summary: "Delete an agent permanently",
  method: "DELETE",
  path: "/v1/agents/{id}",
  pathParams: AgentPath,
  query: NoQuery,
  response: IdResponse,
  family: "agents",
});
