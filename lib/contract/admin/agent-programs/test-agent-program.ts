import { defineOperation } from "../../define-operation";
import { AgentProgram, AgentProgramPath } from "./agent-program";

export const testAgentProgram = defineOperation({
  id: "testAgentProgram",
  summary: "Test an agent program in the background: install it if needed, start it and open a session",
  method: "POST",
  path: "/admin/v1/agent-programs/{name}/test",
  pathParams: AgentProgramPath,
  response: AgentProgram,
  success: 202,
});
