import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentProgram, AgentProgramPath, agentProgramSettings, VariableChanges } from "./agent-program";

export const updateAgentProgram = defineOperation({
  id: "updateAgentProgram",
  summary: "Update an agent program. Changed variables are tested in the background",
  method: "PATCH",
  path: "/admin/v1/agent-programs/{name}",
  pathParams: AgentProgramPath,
  body: z.strictObject({ ...agentProgramSettings, env: VariableChanges }).partial(),
  response: AgentProgram,
});
