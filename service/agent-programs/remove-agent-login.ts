import { eq } from "drizzle-orm";
import { removeAgentLogin } from "@/lib/contract/admin/agent-programs/remove-agent-login";
import { implement } from "../core/http/implement";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { findProgram, programBody } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

export const removeAgentLoginOperation = implement(removeAgentLogin, async ({ params }, context: ProgramsContext) => {
  const row = await findProgram(context, params.name);
  if (context.programLogins.cancel(row.name) || row.login === null) return programBody(context, row);
  const [changed = row] = await context.db
    .update(agentPrograms)
    .set({ login: null, loggedInAt: null, updatedAt: context.clock.now() })
    .where(eq(agentPrograms.name, row.name))
    .returning();
  return programBody(context, await context.programChecks.start(changed));
});
