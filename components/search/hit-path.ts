import type { SearchGroup, SearchHit } from "@/lib/contract/dashboard/search/search-everything";
import { paths } from "@/lib/model/paths";

/** The first thing that was found in a hit, as it is written there. */
function foundText({ snippet, title }: SearchHit): string {
  const source = snippet.ranges.length > 0 ? snippet : title;
  const [range] = source.ranges;
  return range ? source.text.slice(...range) : "";
}

/** Where a hit can be read: its event, its pull request or its agent. */
export function hitPath(agent: Pick<SearchGroup["agent"], "id">, hit: SearchHit) {
  const { pull, runId, eventId } = hit;
  if (pull) return paths.pull(pull);
  if (runId === undefined || eventId === undefined) return paths.agent(agent.id);
  return paths.agentEvent(agent.id, { runId, eventId, find: foundText(hit) });
}

export type HitPath = ReturnType<typeof hitPath>;
