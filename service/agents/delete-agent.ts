import { eq } from "drizzle-orm";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { findAgent } from "../agent-access/find-agent";
import { removeArtifacts } from "../artifacts/storage";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import type { WithGit } from "../git/with-git";
import type { WithGitHub } from "../github/with-github";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import { dropClaim } from "../queue/drop-claim";
import { cancelActiveRun } from "../runs/cancel-active-run";
import type { WithDispatcher } from "../runs/with-dispatcher";

/** Permanently deletes an agent with its runs, events, variables, artifacts and workspace. */
export const deleteAgentOperation = implement(
  deleteAgent,
  async ({ params, principal }, context: Context & WithDispatcher & WithGit & WithGitHub & WithMergePreparation) => {
    const { id } = await findAgent(context, principal, params.id, "own");
    await cancelActiveRun(context, id);
    await context.db.transaction(async (tx) => {
      await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, id)).for("update");
      await dropClaim(tx, id, context.clock.now());
      await tx.delete(agents).where(eq(agents.id, id));
    });
    await context.dispatcher.removeWorkspace(id);
    await removeArtifacts(context, id);
    return { id };
  },
);
