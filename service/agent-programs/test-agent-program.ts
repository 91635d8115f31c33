import { testAgentProgram } from "@/lib/contract/admin/test-agent-program";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import type { WithProgramChecks } from "./program-checks";
import { findProgram, programBody } from "./program-rows";
import type { WithProgramLogins } from "./with-program-logins";

export const testAgentProgramOperation = implement(
  testAgentProgram,
  async ({ params }, context: Context & WithProgramChecks & WithProgramLogins) => {
    const row = await findProgram(context, params.name);
    return programBody(context, await context.programChecks.start(row));
  },
);
