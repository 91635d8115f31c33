import { testAgentProgram } from "@/lib/contract/admin/agent-programs/test-agent-program";
import { implement } from "../core/http/implement";
import { findProgram, programBody } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

export const testAgentProgramOperation = implement(testAgentProgram, async ({ params }, context: ProgramsContext) => {
  const row = await findProgram(context, params.name);
  return programBody(context, await context.programChecks.start(row));
});
