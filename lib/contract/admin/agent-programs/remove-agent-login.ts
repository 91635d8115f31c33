import { defineOperation } from "../../define-operation";
import { AgentProgram, AgentProgramPath } from "./agent-program";

export const removeAgentLogin = defineOperation({
  id: "removeAgentLogin",
  summary: "Cancel an agent program's login in progress. Without one, delete its stored login",
  method: "DELETE",
  path: "/admin/v1/agent-programs/{name}/login",
  pathParams: AgentProgramPath,
  response: AgentProgram,
});
