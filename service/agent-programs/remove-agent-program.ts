import { eq } from "drizzle-orm";
import { removeAgentProgram } from "@/lib/contract/admin/remove-agent-program";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { removeInstalled } from "../runner/programs/install-program";
import type { WithProgramChecks } from "./program-checks";
import { findProgram } from "./program-rows";
import type { WithProgramLogins } from "./with-program-logins";

/** The files of a preset are deleted with its last agent. Active runs of the agent fail. */
export const removeAgentProgramOperation = implement(
  removeAgentProgram,
  async ({ params }, context: Context & WithProgramChecks & WithProgramLogins) => {
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
