import { eq } from "drizzle-orm";
import { actingUserHeader } from "@/lib/contract/acting-user-header";
import { createRun } from "@/lib/contract/agents/create-run";
import { loadSwitches } from "../account/account";
import { checkRepositoryAccess } from "../account/check-account";
import { findAgent } from "../agent-access/find-agent";
import type { RepoContext } from "../agent-access/require-push-target";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import type { WithImages } from "../images/fetch-image";
import { promptImages } from "../images/prompt-images";
import type { WithCatalog } from "../models/model-catalog";
import { enqueueRun } from "../queue/enqueue-run";
import { findActiveRun } from "./active-run";
import { checkFollowUpAccess } from "./check-follow-up-access";
import { insertRun } from "./insert-run";
import { runBody } from "./run-body";
import type { WithDispatcher } from "./with-dispatcher";

/** Sends a follow-up prompt. The agent's row is locked, so of two concurrent requests one fails with `agent_busy`. */
export const createRunOperation = implement(
  createRun,
  async ({ params, body, principal, request }, context: RepoContext & WithCatalog & WithDispatcher & WithImages) => {
    const { db, clock, ids, cipher, catalog, dispatcher } = context;
    const found = await findAgent(context, principal, params.id, "own");
    const { id, teamId, repos, envType } = found;
    checkRepositoryAccess(context, await loadSwitches(context, teamId), repos);
    await checkFollowUpAccess(context, principal, found);
    await catalog.requireAccess(found.model.id, principal, request.headers.get(actingUserHeader));
    const images = await promptImages(context, body.prompt.images ?? []);
    const runId = `run-${ids.uuid()}`;
    const created = await db.transaction(async (tx) => {
      const [agent] = await tx.select().from(agents).where(eq(agents.id, id)).for("update");
      if (!agent) throw apiError.agents(404, "agent_not_found", `Agent ${id} not found`);
      if (agent.status === "ARCHIVED") {
        throw apiError.agents(409, "agent_archived", "Agent is archived; unarchive it first");
      }
      if ((await findActiveRun(tx, id)) !== undefined)
        throw apiError.agents(409, "agent_busy", "Agent has an active run");
      const now = clock.now();
      const mode = body.mode ?? agent.mode;
      const secrets = body.mcpServers ? cipher.seal({ mcpServers: body.mcpServers }) : null;
      const prompt = { promptText: body.prompt.text, promptImages: images };
      const run = await insertRun(tx, { id: runId, agentId: id, mode, ...prompt, secrets }, now);
      await tx
        .update(agents)
        .set({ status: "ACTIVE", mode, latestRunId: runId, updatedAt: now })
        .where(eq(agents.id, id));
      if (envType !== "cloud") await enqueueRun(tx, id, runId, now);
      return { run: runBody(run, agent.branches) };
    });
    if (envType === "cloud") dispatcher.start(runId);
    return created;
  },
);
