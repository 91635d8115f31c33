import { eq } from "drizzle-orm";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { removeTree } from "@/runner/stores/remove-tree";
import type { AgentsContext } from "../agent-access/agents-context";
import { findAgent } from "../agent-access/find-agent";
import { removeArtifacts } from "../artifacts/storage";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import { dropClaim } from "../queue/drop-claim";
import { cancelActiveRun } from "../runs/cancel-active-run";
import { setWorkspaceAside } from "../runs/deleted-workspaces";
import type { WithDispatcher } from "../runs/with-dispatcher";

/** Permanently deletes an agent with its runs, events, variables, artifacts and workspace. */
export const deleteAgentOperation = implement(
  deleteAgent,
  async ({ params, principal }, context: AgentsContext & WithDispatcher) => {
    const { id } = await findAgent(context, principal, params.id, "own");
    await cancelActiveRun(context, id);
    const workspace = await context.dispatcher.afterRun(id, () =>
      context.db.transaction(async (tx) => {
        await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, id)).for("update");
        await dropClaim(tx, id, context.clock.now());
        await tx.delete(agents).where(eq(agents.id, id));
        // Before the commit, because then the id can be used again.
        return setWorkspaceAside(context, id);
      }),
    );
    if (workspace) await removeTree(workspace);
    await removeArtifacts(context, id);
    return { id };
  },
);
