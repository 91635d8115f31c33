import type { SearchMatch } from "@/lib/server/db/search";

const dayMs = 86_400_000;
/** After this many days a match counts half as much. */
const halfLifeDays = 14;
/** Names and titles say more about an agent than one line of output does. */
const kindWeights: Readonly<Partial<Record<SearchMatch["kind"], number>>> = { agent: 4, pr: 3, prompt: 2, error: 1.5 };

export interface RankedGroup {
  agentId: string;
  /** Best first. */
  matches: SearchMatch[];
}

/** Groups matches by agent. The order of groups and matches depends on how well and how recent they match. */
export function rankMatches(matches: readonly SearchMatch[], now: number): RankedGroup[] {
  const score = ({ rank, kind, at }: SearchMatch) => {
    const days = Math.max(0, now - Date.parse(at)) / dayMs;
    return (0.1 + rank) * (kindWeights[kind] ?? 1) * 0.5 ** (days / halfLifeDays);
  };
  const groups = new Map<string, { match: SearchMatch; score: number }[]>();
  for (const match of matches) {
    const group = groups.get(match.agentId) ?? [];
    groups.set(match.agentId, group);
    group.push({ match, score: score(match) });
  }
  // Sorting is stable: equally good matches stay newest first.
  for (const group of groups.values()) group.sort((a, b) => b.score - a.score);
  return [...groups]
    .sort(([, a], [, b]) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))
    .map(([agentId, group]) => ({ agentId, matches: group.map(({ match }) => match) }));
}
