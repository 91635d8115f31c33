import { answerAgentLogin } from "@/lib/contract/admin/agent-programs/answer-agent-login";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { findProgram, programBody } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

export const answerAgentLoginOperation = implement(
  answerAgentLogin,
  async ({ params, body }, context: ProgramsContext) => {
    const row = await findProgram(context, params.name);
    if (!context.programLogins.enter(row.name, body.text)) {
      throw apiError.agents(
        409,
        "agent_login_inactive",
        `${row.name} has no login waiting for input. Start a login first`,
      );
    }
    return programBody(context, row);
  },
);
