import type { Agent, AgentListEntry } from "@/lib/contract/agents/agent";
import { isoTime } from "@/lib/core/clock";
import type { AgentRow } from "../agent-access/find-agent";

/** Returns an agent's list entry. */
export function agentListEntry(row: AgentRow): AgentListEntry {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    env: { type: row.envType, ...(row.envName === null ? {} : { name: row.envName }) },
    url: `/agents/${row.id}`,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    latestRunId: row.latestRunId,
  };
}

/** Returns a full agent (specification, section 2 Agent). */
export function agentBody(row: AgentRow): Agent {
  return {
    ...agentListEntry(row),
    repos: row.repos,
    workOnCurrentBranch: row.workOnCurrentBranch,
    autoCreatePR: row.autoCreatePr,
    repositoryIds: row.usedRepositoryIds,
    ...(row.branches.length > 0 ? { git: { branches: row.branches } } : {}),
  };
}
