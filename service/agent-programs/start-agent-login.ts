import { startAgentLogin } from "@/lib/contract/admin/agent-programs/start-agent-login";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { findProgram, programBody } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

/** The program is tested again with its new login. */
export const startAgentLoginOperation = implement(
  startAgentLogin,
  async ({ params, body }, context: ProgramsContext) => {
    const row = await findProgram(context, params.name);
    if (!row.loginMethods.some(({ id }) => id === body.methodId)) {
      throw apiError.field("methodId", `login ${body.methodId} not found. Test the agent to list its logins`);
    }
    context.programLogins.start(row, body.methodId, (changed) => context.programChecks.start(changed));
    return programBody(context, row);
  },
);
