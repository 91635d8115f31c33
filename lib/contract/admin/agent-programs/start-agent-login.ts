import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentProgram, AgentProgramPath } from "./agent-program";

export const startAgentLogin = defineOperation({
  id: "startAgentLogin",
  summary: "Log in an agent program with one of its login methods, in the background. Replaces a login in progress",
  method: "POST",
  path: "/admin/v1/agent-programs/{name}/login",
  pathParams: AgentProgramPath,
  body: z.strictObject({ methodId: z.string().min(1, "must not be empty").max(200) }),
  response: AgentProgram,
  success: 202,
});
