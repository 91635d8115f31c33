import { getAgentOwner } from "@/lib/contract/admin/users/get-agent-owner";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { type AgentUsage, getUsage } from "@/lib/contract/agents/get-usage";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { isTerminal, type Run } from "@/lib/contract/agents/run";
import { callPath } from "@/lib/contract/client-path";
import { hasBudgets } from "@/lib/server/db/budgets";
import { lacksLauncher, removeAgent, saveDetail, saveLatestRun } from "@/lib/server/db/indexed-agents";
import { saveUsage, saveUsageSoFar } from "@/lib/server/db/run-usage";
import type { StaleAgent } from "@/lib/server/db/stale-agents";
import type { Store } from "@/lib/server/db/store";
import type { Service } from "@/lib/server/upstream/client/service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { IndexCalls } from "./index-calls";

export interface ReadParts {
  store: Store;
  service: Service;
  source: string;
  calls: IndexCalls;
  /** The service has the administration API, which names who launched an agent. */
  hasAdminApi: boolean;
}

const pageOfRuns = "100";
/** For agents with more pages of runs, only the newest runs are indexed. */
const maxPages = 10;

export const isNotFound = (error: unknown) =>
  error instanceof UpstreamError && (error.status === 404 || error.status === 410);

/** Reads an agent's missing data. Deletes an agent the service no longer has. Throws the errors of its calls. */
export async function readAgent(parts: ReadParts, agent: StaleAgent, urgent: boolean): Promise<void> {
  try {
    if (agent.onlyRun) {
      const ended = await readLatestRun(parts, agent, urgent);
      if (!ended) {
        if (await hasBudgets(parts.store)) await readUsageSoFar(parts, agent.id, urgent);
        return;
      }
    }
    const asOf = agent.onlyUsage ? agent.updatedAt : await readFull(parts, agent.id, urgent);
    // An active run has no final counts. They are read after it ends, and before only if budgets need them.
    if (asOf !== undefined) await readUsage(parts, agent.id, asOf, urgent);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (!(await removeIfDeleted(parts, agent.id, urgent))) throw error;
  }
}

/** Checks with the service again before deleting data, because a missing run doesn't mean a missing agent. */
export async function removeIfDeleted(parts: ReadParts, id: string, urgent: boolean): Promise<boolean> {
  const { store, source, service, calls } = parts;
  try {
    await calls.call(getAgent, callPath(getAgent, { id }), { urgent });
    return false;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await removeAgent(store, { id, source, at: new Date(service.clock.now()) });
    return true;
  }
}

async function readLatestRun({ store, service, calls }: ReadParts, agent: StaleAgent, urgent: boolean) {
  const path = callPath(getRun, { id: agent.id, runId: agent.latestRunId });
  const run = await calls.call(getRun, path, { urgent });
  return saveLatestRun(store, run, new Date(service.clock.now()));
}

/** Who launched an agent that wasn't launched from this dashboard; `undefined` if the service doesn't report it. */
async function readLauncher({ store, calls, hasAdminApi }: ReadParts, agentId: string, urgent: boolean) {
  if (!hasAdminApi || !(await lacksLauncher(store, agentId))) return undefined;
  try {
    return await calls.call(getAgentOwner, callPath(getAgentOwner, { teamId: "_", agentId }), { urgent });
  } catch (error) {
    if (error instanceof UpstreamError && [403, 404, 501].includes(error.status)) return undefined;
    throw error;
  }
}

async function readFull(parts: ReadParts, id: string, urgent: boolean) {
  const { store, service, calls } = parts;
  const agent = await calls.call(getAgent, callPath(getAgent, { id }), { urgent });
  const runs: Run[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { limit: pageOfRuns, ...(cursor === undefined ? {} : { cursor }) };
    const response = await calls.call(listRuns, callPath(listRuns, { id }, query), { urgent });
    runs.push(...response.items);
    cursor = response.nextCursor;
    if (cursor === undefined) break;
  }
  const byId = new Map(runs.map((run) => [run.id, run]));
  const latest = byId.get(agent.latestRunId);
  // Lists don't include why a run failed.
  if (latest?.status === "ERROR") {
    byId.set(latest.id, await calls.call(getRun, callPath(getRun, { id, runId: latest.id }), { urgent }));
  }
  const owner = await readLauncher(parts, id, urgent);
  const launcher = owner && { name: owner.name, email: owner.email };
  await saveDetail(store, { agent, runs: [...byId.values()], at: new Date(service.clock.now()), launcher });
  return latest && isTerminal(latest.status) ? agent.updatedAt : undefined;
}

/** `undefined` for a service or key without token counts: they stay unknown, and everything else is still read. */
async function fetchUsage({ calls }: ReadParts, id: string, urgent: boolean): Promise<AgentUsage | undefined> {
  try {
    return await calls.call(getUsage, callPath(getUsage, { id }), { urgent });
  } catch (error) {
    if (error instanceof UpstreamError && (error.status === 403 || error.status === 501)) return undefined;
    throw error;
  }
}

async function readUsage(parts: ReadParts, id: string, asOf: string, urgent: boolean): Promise<void> {
  await saveUsage(parts.store, { agentId: id, asOf, usage: await fetchUsage(parts, id, urgent) });
}

async function readUsageSoFar(parts: ReadParts, id: string, urgent: boolean): Promise<void> {
  const usage = await fetchUsage(parts, id, urgent);
  if (usage) await saveUsageSoFar(parts.store, { agentId: id, usage });
}
