import { and, eq, inArray } from "drizzle-orm";
import { createRun } from "@/lib/contract/agents/create-run";
import { switchesOf } from "../account/account";
import { checkRepositoryAccess } from "../account/check-account";
import { checkPrompt } from "../agents/check-prompt";
import { findAgent } from "../agents/visibility";
import { implement } from "../http/implement";
import { refuse } from "../http/refusal";
import { agents, runs } from "../store/tables/agents";
import { runBody } from "./run-body";

/** Sends a follow-up prompt. The agent's row is locked, so of two at once one is refused with `agent_busy`. */
export const createRunOperation = implement(createRun, async ({ params, body, principal }, service) => {
  const { db, clock, ids, cipher, dispatcher } = service;
  const { id, teamId, repos } = await findAgent(service, principal, params.id);
  checkRepositoryAccess(service, await switchesOf(service, teamId), repos);
  const images = await checkPrompt(service, body.prompt);
  const runId = `run-${ids.uuid()}`;
  const created = await db.transaction(async (tx) => {
    const [agent] = await tx.select().from(agents).where(eq(agents.id, id)).for("update");
    if (!agent) throw refuse.agents(404, "agent_not_found", `No agent ${id}`);
    if (agent.status === "ARCHIVED") {
      throw refuse.agents(409, "agent_archived", "Agent is archived; unarchive it first");
    }
    const active = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.agentId, id), inArray(runs.status, ["CREATING", "RUNNING"])));
    if (active.length > 0) throw refuse.agents(409, "agent_busy", "Agent has an active run");
    const now = clock.now();
    const mode = body.mode ?? agent.mode;
    const [run] = await tx
      .insert(runs)
      .values({
        id: runId,
        agentId: id,
        status: "CREATING",
        mode,
        promptText: body.prompt.text,
        promptImages: images,
        secrets: body.mcpServers ? cipher.seal({ mcpServers: body.mcpServers }) : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    await tx
      .update(agents)
      .set({ status: "ACTIVE", mode, latestRunId: runId, updatedAt: now })
      .where(eq(agents.id, id));
    if (!run) throw new Error("the run was not stored");
    return { run: runBody(run, agent.branches) };
  });
  dispatcher.start(runId);
  return created;
});
