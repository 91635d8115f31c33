"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { agentRowsQuery, visibleAgents } from "@/components/agents/agent-rows";
import { useAgentCosts } from "@/components/agents/use-agent-costs";
import { poolsQuery } from "@/components/workers/worker-queries";
import { callProxy } from "@/lib/client/call";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { Batch, BatchMember } from "@/lib/contract/dashboard/batches/batch";
import { sumChanges } from "@/lib/model/agent-list/arrange";
import type { ComparedMember } from "@/lib/model/batches/sort-members";
import { rowStatusKind } from "@/lib/model/status/row-status";
import { changedLinesQuery, type LineChanges, lastMessageQuery } from "./member-queries";

/** An agent of a batch with everything the page compares. */
export interface MemberView extends ComparedMember {
  /** The agent's id, or a placeholder while it isn't launched. */
  id: string;
  member: BatchMember;
  /** Absent while it isn't indexed yet, and after it was deleted. */
  agent: AgentRow | undefined;
  lines: LineChanges | undefined;
  lastMessage: string | undefined;
}

const noRows: readonly AgentRow[] = [];

/** The agents of a batch, kept up to date with the index. */
export function useBatchMembers(batch: Batch | undefined) {
  const list = useQuery(agentRowsQuery(callProxy));
  const { costs, currency } = useAgentCosts();
  const { data: pools } = useQuery(poolsQuery);
  const rows = list.data?.rows ?? noRows;
  const members = batch?.members ?? [];
  const ids = members.flatMap(({ agentId }) => (agentId === undefined ? [] : [agentId]));
  const wanted = ids.join(",");
  const byId = useMemo(() => {
    const of = new Set(wanted.split(","));
    return new Map(rows.filter(({ id }) => of.has(id)).map((row) => [row.id, row]));
  }, [rows, wanted]);
  useEffect(() => {
    visibleAgents.ids = wanted === "" ? [] : wanted.split(",");
    return () => {
      visibleAgents.ids = [];
    };
  }, [wanted]);
  const known = [...byId.values()];
  const messages = useQueries({ queries: known.map(lastMessageQuery) });
  const counted = useQueries({ queries: known.map(changedLinesQuery) });
  const views = members.map((member): MemberView => {
    const agent = byId.get(member.agentId ?? "");
    const index = agent ? known.indexOf(agent) : -1;
    const lines = (agent && sumChanges(agent)) ?? counted[index]?.data ?? undefined;
    const pull = agent?.pulls?.find(({ state }) => state === "open") ?? agent?.pulls?.[0];
    return {
      id: member.agentId ?? `member-${member.position}`,
      member,
      agent,
      lines,
      position: member.position,
      lastMessage: messages[index]?.data,
      status: agent?.run && rowStatusKind(agent),
      changes: lines && lines.additions + lines.deletions,
      checks: pull?.checks,
      durationMs: agent?.run?.durationMs,
      tokens: agent?.tokens,
      cost: agent && costs.get(agent.id),
    };
  });
  /** Agents that the list doesn't have although it is complete were deleted. */
  const isListComplete = list.data !== undefined && list.data.cursor === undefined && list.data.progress.complete;
  return { views, currency, pools: pools?.pools, isListComplete, error: list.error };
}
