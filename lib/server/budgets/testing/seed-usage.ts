import type { Agent } from "@/lib/contract/agents/agent";
import { saveDetail, saveEntries } from "@/lib/server/db/indexed-agents";
import { insertLaunch } from "@/lib/server/db/launches";
import { saveUsage } from "@/lib/server/db/run-usage";
import type { Store } from "@/lib/server/db/store";

interface SeededUsage {
  source: string;
  at: Date;
  /** The user who launched it. */
  owner?: string;
  repository?: string;
  model?: string;
  /** Input tokens of its only run; unknown without. */
  tokens?: number;
  id?: string;
  runId?: string;
  status?: string;
}

/** Stores an agent with one run as the index would; for tests. Returns the agent's id. */
export async function seedUsage(store: Store, seeded: SeededUsage): Promise<string> {
  const { source, at, owner, repository, model = "", tokens, status = "FINISHED" } = seeded;
  const { id = `bc-${crypto.randomUUID()}`, runId = `run-${crypto.randomUUID()}` } = seeded;
  const time = at.toISOString();
  const agent: Agent = {
    id,
    name: `Agent ${id.slice(3, 7)}`,
    status: "IDLE",
    env: { type: "cloud" },
    url: "",
    createdAt: time,
    updatedAt: time,
    latestRunId: runId,
    workOnCurrentBranch: false,
    autoCreatePR: false,
    repos: repository === undefined ? [] : [{ url: repository }],
  };
  await saveEntries(store, { source, entries: [agent], pass: 1, readAt: at });
  if (owner !== undefined) {
    await insertLaunch(store, { agentId: id, fields: { model }, launchedAt: at, launchedBy: owner });
  }
  const run = { id: runId, agentId: id, status, createdAt: time, updatedAt: time };
  await saveDetail(store, { agent, runs: [run], at });
  if (tokens !== undefined) {
    const none = { outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };
    const usage = { ...none, inputTokens: tokens, totalTokens: tokens };
    await saveUsage(store, { agentId: id, asOf: time, usage: { totalUsage: usage, runs: [{ id: runId, usage }] } });
  }
  return id;
}
