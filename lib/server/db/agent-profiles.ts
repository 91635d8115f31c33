import { eq } from "drizzle-orm";
import type { AgentProfile } from "@/lib/contract/dashboard/agents/get-agent-profile";
import { isOwner, owner } from "./agent-owner";
import { automationFirings, automations } from "./automation-schema";
import { batches, batchMembers } from "./batch-schema";
import { agents } from "./index-schema";
import { nextChange, withChanges } from "./indexed-agents";
import { readLastWorker } from "./known-workers";
import { agentProfiles, launches, users } from "./schema";
import type { Store } from "./store";

/** The name, labels and owner of an agent. */
export async function readAgentProfile(store: Store, agentId: string): Promise<AgentProfile> {
  const { database } = store;
  const [profile] = await database.select().from(agentProfiles).where(eq(agentProfiles.agentId, agentId));
  const [indexed] = await database
    .select({ pulls: agents.pulls, offlineWorker: agents.offlineWorker, source: agents.source, ...owner })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .leftJoin(users, isOwner)
    .where(eq(agents.id, agentId));
  const lastWorkerId = indexed && (await readLastWorker(store, indexed.source, agentId));
  const [batch] = await database
    .select({ id: batches.id, name: batches.name })
    .from(batchMembers)
    .innerJoin(batches, eq(batches.id, batchMembers.batchId))
    .where(eq(batchMembers.agentId, agentId));
  const [automation] = await database
    .select({ id: automations.id, name: automations.name })
    .from(automationFirings)
    .innerJoin(automations, eq(automations.id, automationFirings.automationId))
    .where(eq(automationFirings.agentId, agentId));
  return {
    ...(indexed?.pulls ? { pulls: indexed.pulls } : {}),
    ...(indexed?.offlineWorker ? { offlineWorker: indexed.offlineWorker } : {}),
    ...(lastWorkerId ? { lastWorkerId } : {}),
    ...(profile?.name ? { name: profile.name } : {}),
    labels: profile?.labels ?? [],
    ...(batch ? { batch } : {}),
    ...(automation ? { automation } : {}),
    ...(indexed?.ownerId && indexed.ownerName ? { owner: { id: indexed.ownerId, name: indexed.ownerName } } : {}),
  };
}

/** Updates a profile and publishes the change to lists. Returns false if the agent isn't indexed. */
export async function changeAgentProfile(
  store: Store,
  agentId: string,
  change: { name?: string | null | undefined; labels?: string[] | undefined },
): Promise<boolean> {
  return withChanges(store, async (tx) => {
    const known = await tx
      .update(agents)
      .set({ change: nextChange })
      .where(eq(agents.id, agentId))
      .returning({ id: agents.id });
    if (known.length === 0) return false;
    const set = {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.labels === undefined ? {} : { labels: change.labels }),
    };
    const row = { agentId, name: change.name ?? null, labels: change.labels ?? [] };
    const insert = tx.insert(agentProfiles).values(row);
    await (Object.keys(set).length === 0
      ? insert.onConflictDoNothing()
      : insert.onConflictDoUpdate({ target: agentProfiles.agentId, set }));
    return true;
  });
}
