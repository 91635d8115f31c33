import { type SearchGroup, type SearchHit, searchEverything } from "@/lib/contract/dashboard/search/search-everything";
import { parsePullAddress } from "@/lib/model/pull-address";
import { isSearchable, type Phrase, parseSearch, queryText } from "@/lib/model/search/query";
import { snippetOf } from "@/lib/model/search/snippet";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { readAgentRows } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { type DocumentText, documentTexts, type SearchMatch, SearchTimeout, searchIn } from "@/lib/server/db/search";
import { filteredAgents } from "@/lib/server/db/search-filters";
import type { Store } from "@/lib/server/db/store";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { readablePulls } from "@/lib/server/operations/pulls/readable-repositories";
import type { Acting } from "@/lib/server/upstream/client/service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { type RankedGroup, rankMatches } from "./rank-matches";
import { readSearchCursor, writeSearchCursor } from "./search-cursor";

/** Shown of each agent; a search with `agent:` shows the others. */
const hitsPerAgent = 3;

const tooSlow = {
  status: 503,
  code: "search_timeout",
  message: "The search took too long. Add words or filters.",
};

/** Without pull requests that the user can't read. */
async function visible(user: Acting["user"], matches: readonly SearchMatch[]): Promise<SearchMatch[]> {
  const restricted = matches.filter((match) => match.restricted);
  if (restricted.length === 0) return [...matches];
  const readable = await readablePulls(user, [...new Set(restricted.map(({ key }) => key))]);
  return matches.filter((match) => !match.restricted || readable.has(match.key));
}

/** The groups with the results to show. Results deleted in the meantime are omitted. */
async function describe(store: Store, groups: readonly RankedGroup[], phrases: readonly Phrase[]) {
  const shown = groups.map(({ agentId, matches }) => ({ agentId, matches, best: matches.slice(0, hitsPerAgent) }));
  const texts = await documentTexts(
    store,
    shown.flatMap(({ best }) => best.map(({ id }) => id)),
  );
  const rows = await readAgentRows(
    store,
    shown.map(({ agentId }) => agentId),
  );
  const agents = new Map(rows.map((row) => [row.id, row]));
  return shown.flatMap(({ agentId, matches, best }): SearchGroup[] => {
    const agent = agents.get(agentId);
    const hits = best.flatMap((match) => {
      const document = texts.get(match.id);
      return document ? [hitOf(match, document, phrases)] : [];
    });
    return agent && hits.length > 0 ? [{ agent, hits, more: matches.length - hits.length }] : [];
  });
}

function hitOf(match: SearchMatch, document: DocumentText, phrases: readonly Phrase[]): SearchHit {
  const pull = match.restricted ? parsePullAddress(match.key) : undefined;
  return {
    id: match.id,
    kind: match.kind,
    at: match.at,
    ...(match.runId === "" ? {} : { runId: match.runId }),
    ...(document.eventId === null ? {} : { eventId: document.eventId }),
    ...(pull ? { pull } : {}),
    title: snippetOf(document.title, phrases),
    snippet: snippetOf(document.text, phrases),
  };
}

/** Finds agents that the user can see and what they wrote, and pull requests whose repository the user can read. */
export const searchEverythingOperation = implementOperation(searchEverything, async ({ query, user }) => {
  const parsed = parseSearch(query.q);
  const after = query.cursor === undefined ? undefined : readSearchCursor(query.cursor);
  const [problem] = parsed.problems;
  if (problem !== undefined) {
    throw new OperationError({ status: 400, code: "validation_error", message: problem, field: "q" });
  }
  if (!isSearchable(parsed)) return { groups: [] };
  const store = await dashboardStore();
  const scope = await agentScopeOf(user);
  const { filters, kinds, phrases } = parsed;
  try {
    const agents = filters.length > 0 ? await filteredAgents(store, { ...scope, filters, me: user.id }) : undefined;
    const found = await searchIn(store, {
      words: queryText(parsed),
      ...scope,
      kinds,
      agents,
      after,
      limit: query.limit,
    });
    const matches = await visible(user, found.matches);
    const groups = await describe(store, rankMatches(matches, dashboardService().clock.now()), phrases);
    const { next } = found;
    return { groups, ...(next ? { nextCursor: writeSearchCursor(next), searchedTo: next.at } : {}) };
  } catch (error) {
    if (error instanceof SearchTimeout) throw new OperationError(tooSlow);
    throw error;
  }
});
