import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { getUsage } from "@/lib/contract/agents/get-usage";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { isTerminal, type Run } from "@/lib/contract/agents/run";
import { callPath } from "@/lib/contract/client-path";
import { removeAgent, saveDetail, saveLatestRun, saveUsage } from "@/lib/server/db/indexed-agents";
import type { Store } from "@/lib/server/db/store";
import type { UnreadAgent } from "@/lib/server/db/unread-agents";
import type { Service } from "@/lib/server/upstream/client/service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { IndexCalls } from "./index-calls";

export interface ReadParts {
  store: Store;
  service: Service;
  source: string;
  calls: IndexCalls;
}

const pageOfRuns = "100";
/** For agents with more pages of runs, only the newest runs are indexed. */
const maxPages = 10;

export const isNotFound = (error: unknown) =>
  error instanceof UpstreamError && (error.status === 404 || error.status === 410);

/** Reads an agent's missing data. Deletes an agent the service no longer has. Throws the errors of its calls. */
export async function readAgent(parts: ReadParts, agent: UnreadAgent, urgent: boolean): Promise<void> {
  try {
    if (agent.onlyRun) {
      const ended = await readLatestRun(parts, agent, urgent);
      if (!ended) return;
    }
    const asOf = agent.onlyUsage ? agent.updatedAt : await readFull(parts, agent.id, urgent);
    // An active run has no final counts. They are read after it ends.
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

async function readLatestRun({ store, service, calls }: ReadParts, agent: UnreadAgent, urgent: boolean) {
  const path = callPath(getRun, { id: agent.id, runId: agent.latestRunId });
  const run = await calls.call(getRun, path, { urgent });
  return saveLatestRun(store, run, new Date(service.clock.now()));
}

async function readFull({ store, service, calls }: ReadParts, id: string, urgent: boolean) {
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
  const byId = [...new Map(runs.map((run) => [run.id, run])).values()];
  await saveDetail(store, { agent, runs: byId, at: new Date(service.clock.now()) });
  const latest = byId.find((run) => run.id === agent.latestRunId);
  return latest && isTerminal(latest.status) ? agent.updatedAt : undefined;
}

async function readUsage({ store, calls }: ReadParts, id: string, asOf: string, urgent: boolean): Promise<void> {
  try {
    const usage = await calls.call(getUsage, callPath(getUsage, { id }), { urgent });
    await saveUsage(store, { agentId: id, asOf, usage });
  } catch (error) {
    // A service or key without token counts: they stay unknown, and everything else is still read.
    const isUnsupported = error instanceof UpstreamError && (error.status === 403 || error.status === 501);
    if (!isUnsupported) throw error;
    await saveUsage(store, { agentId: id, asOf, usage: undefined });
  }
}
