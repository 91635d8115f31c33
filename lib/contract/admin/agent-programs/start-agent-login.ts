import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { AgentProgram, AgentProgramPath } from "./agent-program";

export const startAgentLogin = defineOperation({
  id: "startAgentLogin",
  summary: "Log in an agent program with one of its login methods, in the background. Replaces a login in progress",
  method: "POST",
  path: "/admin/v1/agent-programs/{name}/login",
  pathParams: AgentProgramPath,
  query: NoQuery,
  body: z.strictObject({ methodId: z.string().min(1, "must not be empty").max(200) }),
  response: AgentProgram,
  success: 202,
  family: "admin",
  role: "admin",
});
