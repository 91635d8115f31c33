import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { callPath } from "@/lib/contract/client-path";
import { memberName } from "@/lib/model/batches/plan-batch";
import { countMembers, knownAgents } from "@/lib/server/db/batches";
import { type ClaimedMember, type Settlement, unsettledMembers } from "@/lib/server/db/claim-batch-member";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { requestTimeoutMs } from "@/lib/server/upstream/client/upstream-request";
import { type BatchParts, settle } from "./launch-member";

/** By then the launching process has either settled the claim or lost its request. */
const unsettledAfterMs = requestTimeoutMs + 15_000;
/** Allowed difference between the dashboard's clock and the service's. */
const clockSlackMs = 60_000;
const pageSize = "100";
const maxPages = 5;

const launchAgain: Settlement = { state: "waiting", problem: null, retryAt: null };

/**
 * Settles launches whose response was lost. An agent whose id was chosen either exists or is launched again, with the same
 * id. Others are found by their name, which is unique within the batch; if several match, a user decides.
 */
export async function reconcileMembers(parts: BatchParts): Promise<void> {
  const { store, service, source, log } = parts;
  const before = new Date(service.clock.now() - unsettledAfterMs);
  for (const claimed of await unsettledMembers(store, source, before)) {
    try {
      await settle(parts, claimed, await outcomeOf(parts, claimed));
    } catch (error) {
      log.warn({ err: error, batch: claimed.batch.id }, "couldn't reconcile a launch");
    }
  }
}

async function outcomeOf(parts: BatchParts, claimed: ClaimedMember): Promise<Settlement> {
  const { agentId } = claimed.member;
  if (agentId !== null) {
    return (await exists(parts.service, agentId)) ? { state: "launched", agentId, problem: null } : launchAgain;
  }
  const [candidate, ...others] = await findCandidates(parts, claimed);
  if (candidate === undefined) return launchAgain;
  if (others.length === 0) return { state: "launched", agentId: candidate, problem: null };
  const problem = "The connection was lost during the launch. Check the latest agents before you retry.";
  return { state: "uncertain", problem };
}

async function exists(service: Service, id: string): Promise<boolean> {
  try {
    await callWith(service, getAgent, { path: callPath(getAgent, { id }) });
    return true;
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return false;
    throw error;
  }
}

/** Agents with the name of a member that were created since it was claimed and that no other launch created. */
async function findCandidates({ store, service }: BatchParts, { batch, member }: ClaimedMember): Promise<string[]> {
  const name = memberName({ name: batch.name, count: await countMembers(store, batch.id) }, member.position);
  const since = (member.claimedAt?.getTime() ?? 0) - clockSlackMs;
  const found: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
    const { items, nextCursor } = await callWith(service, listAgents, { path: callPath(listAgents, {}, query) });
    found.push(
      ...items.flatMap((agent) => (agent.name === name && Date.parse(agent.createdAt) >= since ? [agent.id] : [])),
    );
    const last = items.at(-1);
    if (nextCursor === undefined || !last || Date.parse(last.createdAt) < since) break;
    cursor = nextCursor;
  }
  const known = await knownAgents(store, found);
  return found.filter((id) => !known.has(id));
}
