import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentProgram, agentProgramName, agentProgramSettings, Variables } from "./agent-program";

export const addAgentProgram = defineOperation({
  id: "addAgentProgram",
  summary: "Add an agent program, then install and test it in the background",
  method: "POST",
  path: "/admin/v1/agent-programs",
  body: z.strictObject({
    /** Default: the preset's id. */
    name: agentProgramName.optional(),
    preset: z.string().optional(),
    /** Program and arguments of a custom agent. */
    command: z.array(z.string().min(1).max(4_096)).min(1, "must not be empty").max(100).optional(),
    env: Variables.optional(),
    enabled: agentProgramSettings.enabled.optional(),
    users: agentProgramSettings.users.optional(),
  }),
  response: AgentProgram,
  success: 201,
});
