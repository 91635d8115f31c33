import { eq } from "drizzle-orm";
import { removeAgentProgram } from "@/lib/contract/admin/agent-programs/remove-agent-program";
import { removeInstalled } from "@/runner/programs/install-program";
import { implement } from "../core/http/implement";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { findProgram } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

/** The files of a preset are deleted with its last agent. Active runs continue if they don't need them; later ones fail. */
export const removeAgentProgramOperation = implement(
  removeAgentProgram,
  async ({ params }, context: ProgramsContext) => {
    const { db, settings } = context;
    const { name, preset } = await findProgram(context, params.name);
    context.programLogins.cancel(name);
    context.programChecks.cancel(name);
    await db.delete(agentPrograms).where(eq(agentPrograms.name, name));
    if (preset !== null) {
      const others = await db
        .select({ name: agentPrograms.name })
        .from(agentPrograms)
        .where(eq(agentPrograms.preset, preset));
      if (others.length === 0) await removeInstalled(settings.dataDir, preset);
    }
    return { name };
  },
);
