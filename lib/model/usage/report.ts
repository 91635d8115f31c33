import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import type { PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import type { TokenCounts, UsageGroup, UsageReport, UsageSum } from "@/lib/contract/dashboard/usage/usage";
import { type Exact, pricer, toDecimal } from "./estimate";

/** Usage of one agent's runs on one day. `null`: unknown. */
export interface UsageLine extends TokenCounts {
  day: string;
  agentId: string;
  agentName: string;
  /** URL of the first repository, or empty. */
  repository: string | null;
  /** The model requested at launch. Empty: the default. */
  model: string | null;
  environment: string;
  /** The id and name of the user who launched the agent. */
  owner: string | null;
  ownerName: string | null;
  runs: number;
  unknownRuns: number;
  unreconciledRuns: number;
}

/** Pull requests by agent. */
export type AgentPulls = ReadonlyMap<string, readonly Pick<PullFacts, "url" | "state">[]>;

interface Sum {
  counts: TokenCounts;
  runs: number;
  unknownRuns: number;
  agents: Set<string>;
  exact: Exact;
  unpriced: number;
  /** The states by URL, as several agents can work on one. */
  pulls: Map<string, PullFacts["state"]>;
}

const emptySum = (): Sum => ({
  counts: { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0, totalTokens: 0 },
  runs: 0,
  unknownRuns: 0,
  agents: new Set(),
  exact: 0n,
  unpriced: 0,
  pulls: new Map(),
});

function addLine(sum: Sum, line: UsageLine, exact: Exact | undefined, pulls: AgentPulls): void {
  const { counts } = sum;
  counts.inputTokens += line.inputTokens;
  counts.outputTokens += line.outputTokens;
  counts.cacheWriteTokens += line.cacheWriteTokens;
  counts.cacheReadTokens += line.cacheReadTokens;
  counts.totalTokens += line.totalTokens;
  sum.runs += line.runs;
  sum.unknownRuns += line.unknownRuns;
  if (!sum.agents.has(line.agentId)) {
    for (const { url, state } of pulls.get(line.agentId) ?? []) sum.pulls.set(url, state);
  }
  sum.agents.add(line.agentId);
  if (exact === undefined) sum.unpriced += line.totalTokens;
  else sum.exact += exact;
}

function toUsageSum(sum: Sum, priced: boolean): UsageSum {
  const { counts, runs, unknownRuns, agents, exact, unpriced, pulls } = sum;
  const money = priced ? { estimate: toDecimal(exact), unpricedTokens: unpriced } : {};
  const states = { open: 0, closed: 0, merged: 0 };
  for (const state of pulls.values()) states[state] += 1;
  return { ...counts, runs, unknownRuns, agents: agents.size, ...money, ...(pulls.size > 0 ? { pulls: states } : {}) };
}

/** Most expensive first; without prices, the one with the most tokens. */
function byCost([keyA, a]: [string | null, Sum], [keyB, b]: [string | null, Sum]): number {
  if (a.exact !== b.exact) return a.exact > b.exact ? -1 : 1;
  return b.counts.totalTokens - a.counts.totalTokens || b.runs - a.runs || String(keyA).localeCompare(String(keyB));
}

/** Number of agents listed individually. */
export const maxAgents = 200;

/** Aggregates rows by day and group. In every grouping, tokens and runs add up to the totals. */
export function usageReport(
  lines: readonly UsageLine[],
  table: PriceTable | undefined,
  pulls: AgentPulls = new Map(),
): UsageReport {
  const priced = table !== undefined;
  const price = pricer(table);
  const groupings = {
    day: new Map<string | null, Sum>(),
    repository: new Map<string | null, Sum>(),
    model: new Map<string | null, Sum>(),
    environment: new Map<string | null, Sum>(),
    owner: new Map<string | null, Sum>(),
    agent: new Map<string | null, Sum>(),
  };
  const names = new Map<string, string>();
  const totals = emptySum();
  for (const line of lines) {
    const exact = price(line.model, line);
    const keys = { ...line, agent: line.agentId };
    names.set(line.agentId, line.agentName);
    if (line.owner !== null) names.set(line.owner, line.ownerName ?? "");
    addLine(totals, line, exact, pulls);
    for (const by of ["day", "repository", "model", "environment", "owner", "agent"] as const) {
      const sums = groupings[by];
      const sum = sums.get(keys[by]) ?? emptySum();
      sums.set(keys[by], sum);
      addLine(sum, line, exact, pulls);
    }
  }
  const groups = (sums: Map<string | null, Sum>): UsageGroup[] =>
    [...sums].sort(byCost).map(([key, sum]) => ({ key, ...toUsageSum(sum, priced) }));
  const labeled = (group: UsageGroup) => ({ ...group, label: names.get(group.key ?? "") ?? "" });
  const agents = groups(groupings.agent);
  const others = emptySum();
  const listed = new Set(agents.slice(0, maxAgents).map(({ key }) => key));
  for (const line of lines) if (!listed.has(line.agentId)) addLine(others, line, price(line.model, line), pulls);

  return {
    totals: toUsageSum(totals, priced),
    days: [...groupings.day]
      .map(([day, sum]) => ({ day: day ?? "", ...toUsageSum(sum, priced) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    repository: groups(groupings.repository),
    model: groups(groupings.model),
    environment: groups(groupings.environment),
    owner: groups(groupings.owner).map(labeled),
    agent: agents.slice(0, maxAgents).map(labeled),
    ...(others.runs > 0 ? { otherAgents: toUsageSum(others, priced) } : {}),
    ...(table ? { currency: table.currency } : {}),
    unreconciledRuns: lines.reduce((sum, line) => sum + line.unreconciledRuns, 0),
  };
}

/** Share of input tokens read from the cache; undefined without input. */
export function cacheShare(counts: TokenCounts): number | undefined {
  const into = counts.inputTokens + counts.cacheWriteTokens + counts.cacheReadTokens;
  return into === 0 ? undefined : counts.cacheReadTokens / into;
}

/** Share of decided pull requests that were merged; undefined without any. */
export function mergeRate({ pulls }: Pick<UsageSum, "pulls">): number | undefined {
  const decided = pulls ? pulls.merged + pulls.closed : 0;
  return pulls && decided > 0 ? pulls.merged / decided : undefined;
}

/** Estimated cost of the runs divided by the merged pull requests of their agents; undefined without prices or any. */
export function costPerMerge({ estimate, pulls }: Pick<UsageSum, "estimate" | "pulls">): string | undefined {
  if (estimate === undefined || !pulls || pulls.merged === 0) return undefined;
  return String(Number(estimate) / pulls.merged);
}
