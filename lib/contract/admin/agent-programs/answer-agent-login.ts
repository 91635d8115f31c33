import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentProgram, AgentProgramPath } from "./agent-program";

export const answerAgentLogin = defineOperation({
  id: "answerAgentLogin",
  summary: "Enter a line of text, such as a code, in an agent program's login",
  method: "POST",
  path: "/admin/v1/agent-programs/{name}/login/input",
  pathParams: AgentProgramPath,
  body: z.strictObject({
    text: z
      .string()
      .max(4_096)
      .regex(/^[^\p{Cc}]*$/u, "must be one line of text"),
  }),
  response: AgentProgram,
});
