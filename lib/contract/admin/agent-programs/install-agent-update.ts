import { defineOperation } from "../../define-operation";
import { AgentProgram, AgentProgramPath } from "./agent-program";

export const installAgentUpdate = defineOperation({
  id: "installAgentUpdate",
  summary:
    "Install and test the available version of an agent program in the background, and use it if the test succeeds",
  method: "POST",
  path: "/admin/v1/agent-programs/{name}/update",
  pathParams: AgentProgramPath,
  response: AgentProgram,
  success: 202,
});
