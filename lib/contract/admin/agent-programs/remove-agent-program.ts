import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentProgramPath } from "./agent-program";

export const removeAgentProgram = defineOperation({
  id: "removeAgentProgram",
  summary: "Remove an agent program, its variables and its files",
  method: "DELETE",
  path: "/admin/v1/agent-programs/{name}",
  pathParams: AgentProgramPath,
  response: z.looseObject({ name: z.string() }),
});
