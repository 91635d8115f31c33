import { startAgentLogin } from "@/lib/contract/admin/start-agent-login";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import type { WithProgramChecks } from "./program-checks";
import { findProgram, programBody } from "./program-rows";
import type { WithProgramLogins } from "./with-program-logins";

/** The program is tested again with its new login. */
export const startAgentLoginOperation = implement(
  startAgentLogin,
  async ({ params, body }, context: Context & WithProgramChecks & WithProgramLogins) => {
    const row = await findProgram(context, params.name);
    if (!row.loginMethods.some(({ id }) => id === body.methodId)) {
      throw apiError.field("methodId", `login ${body.methodId} not found. Test the agent to list its logins`);
    }
    context.programLogins.start(row, body.methodId, (changed) => context.programChecks.start(changed));
    return programBody(context, row);
  },
);
