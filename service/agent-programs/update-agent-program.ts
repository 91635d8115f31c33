import { eq } from "drizzle-orm";
import { updateAgentProgram } from "@/lib/contract/admin/agent-programs/update-agent-program";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { findProgram, programBody, storedUsers, storedVariables } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

/** Merges changes into variables; null removes one. */
function changed(stored: Readonly<Record<string, string>>, changes: Readonly<Record<string, string | null>>) {
  const merged = Object.entries({ ...stored, ...changes });
  return Object.fromEntries(merged.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export const updateAgentProgramOperation = implement(
  updateAgentProgram,
  async ({ params, body }, context: ProgramsContext) => {
    const { db, clock, cipher, programChecks } = context;
    const { env, users, enabled, defaultModel, defaultOptions } = body;
    const found = await findProgram(context, params.name);
    const known = found.offer?.models.some(({ id }) => id === defaultModel);
    if (defaultModel && !known) {
      throw apiError.field("defaultModel", `model ${defaultModel} not found`);
    }
    for (const [id, value] of Object.entries(defaultOptions ?? {})) {
      const option = found.offer?.options.find((each) => each.id === id);
      if (!option) throw apiError.field(`defaultOptions.${id}`, `option ${id} not found`);
      if (!option.values.some((each) => each.id === value)) {
        throw apiError.field(`defaultOptions.${id}`, `unsupported value ${value}`);
      }
    }
    const row = await db.transaction(async (tx) => {
      // Locked, so that concurrent changes of variables don't overwrite each other.
      const [locked] = await tx.select().from(agentPrograms).where(eq(agentPrograms.name, found.name)).for("update");
      if (!locked) return undefined;
      const [updated] = await tx
        .update(agentPrograms)
        .set({
          ...(env ? { secrets: cipher.seal(changed(storedVariables(context, locked), env)) } : {}),
          ...(enabled === undefined ? {} : { enabled }),
          ...(defaultModel === undefined ? {} : { defaultModel }),
          ...(defaultOptions === undefined ? {} : { defaultOptions }),
          ...(users === undefined ? {} : { users: storedUsers(users) }),
          updatedAt: clock.now(),
        })
        .where(eq(agentPrograms.name, found.name))
        .returning();
      return updated;
    });
    if (!row) return programBody(context, await findProgram(context, params.name));
    return programBody(context, env ? await programChecks.start(row) : row);
  },
);
