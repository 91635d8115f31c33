import { and, asc, eq, gt, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { SearchDocument } from "@/lib/model/search/run-documents";
import { wordVector } from "@/lib/model/search/words";
import { selectAgents } from "./agent-rows";
import { agents, recordings, runs } from "./index-schema";
import { saveIndexState } from "./index-state";
import type { RunName } from "./recordings";
import { searchDocuments } from "./search-schema";
import type { Store } from "./store";

type Transaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

interface StoredDocument extends SearchDocument {
  restricted?: boolean;
  at: Date;
}

/** Longer texts are cut in the middle: output often ends with what went wrong. */
const maxText = 32_000;
const maxTitle = 500;
const cutMark = "\n[…]\n";

function cut(text: string): string {
  if (text.length <= maxText) return text;
  const half = maxText / 2;
  return `${text.slice(0, half)}${cutMark}${text.slice(-half)}`;
}

/** Postgres accepts neither NUL nor half of a surrogate pair. */
const storable = (text: string) => text.replaceAll("\u0000", "").toWellFormed();

/** Adds documents of an agent and replaces those that changed. Keys must be unique. */
async function saveDocuments(
  tx: Transaction,
  { agentId, runId }: RunName,
  documents: readonly StoredDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const texts = documents.map((document) => ({
    ...document,
    title: storable(document.title.slice(0, maxTitle)),
    text: storable(cut(document.text)),
  }));
  const column = (read: (document: StoredDocument) => string | null) => sql`${sql.param(texts.map(read))}::text[]`;
  await tx.execute(sql`
    insert into ${searchDocuments} (agent_id, run_id, key, kind, event_id, title, text, restricted, at, words)
    select ${agentId}::text, ${runId}::text, key, kind, event_id, title, text, restricted::boolean, at::timestamptz,
      words::tsvector
    from unnest(
      ${column(({ key }) => key)}, ${column(({ kind }) => kind)}, ${column(({ eventId }) => eventId ?? null)},
      ${column(({ title }) => title)}, ${column(({ text }) => text)},
      ${column(({ restricted }) => String(restricted === true))}, ${column(({ at }) => at.toISOString())},
      ${column(({ title, text }) => wordVector(title, text))}
    ) as input (key, kind, event_id, title, text, restricted, at, words)
    on conflict (agent_id, run_id, key) do update set
      title = excluded.title, text = excluded.text, restricted = excluded.restricted, at = excluded.at,
      words = excluded.words
    where (search_documents.title, search_documents.text, search_documents.restricted)
      is distinct from (excluded.title, excluded.text, excluded.restricted)`);
}

const Unsearched = z.object({
  agentId: z.string(),
  runId: z.string(),
  bytes: z.coerce.number(),
  isOpen: z.boolean(),
  searchedEvents: z.number(),
  startedAt: z.coerce.date(),
});
export type UnsearchedRun = z.infer<typeof Unsearched>;

/** Runs with recorded events that can't be searched yet, the longest unchanged first. */
export async function unsearchedRuns(
  { database }: Store,
  { source, limit }: { source: string; limit: number },
): Promise<UnsearchedRun[]> {
  const { rows } = await database.execute(sql`
    select k.agent_id as "agentId", k.run_id as "runId", k.bytes, k.state = 'open' as "isOpen",
      k.searched_events as "searchedEvents", coalesce(r.created_at::timestamptz, k.updated_at) as "startedAt"
    from ${recordings} k
    join ${agents} a on a.id = k.agent_id and a.source = ${source}
    left join ${runs} r on r.agent_id = k.agent_id and r.id = k.run_id
    where k.searched_events < k.events
    order by k.updated_at
    limit ${limit}`);
  return z.array(Unsearched).parse(rows);
}

/**
 * Stores the documents of a run's first `events` events. Returns false, and stores nothing, if its recording was deleted
 * or has expired.
 */
export function saveRunDocuments(
  store: Store,
  run: UnsearchedRun,
  { documents, events }: { documents: readonly SearchDocument[]; events: number },
): Promise<boolean> {
  const of = and(eq(recordings.agentId, run.agentId), eq(recordings.runId, run.runId));
  return store.database.transaction(async (tx) => {
    const [recording] = await tx.select({ events: recordings.events }).from(recordings).where(of).for("update");
    if (!recording || recording.events < events) return false;
    const dated = documents.map((document) => ({ ...document, at: run.startedAt }));
    await saveDocuments(tx, run, dated);
    await tx.update(recordings).set({ searchedEvents: events }).where(of);
    return true;
  });
}

export interface PullDocument {
  url: string;
  title: string;
  body: string;
  /** Hosted by the service, which decides who can read it. */
  restricted: boolean;
}

/** Stores the texts of an agent's pull requests, and deletes those of pull requests that aren't in `urls`. */
export async function savePullDocuments(
  store: Store,
  options: { agentId: string; urls: readonly string[]; documents: readonly PullDocument[]; at: Date },
): Promise<void> {
  const { agentId, urls, at } = options;
  const documents = new Map<string, StoredDocument>();
  for (const { url, title, body, restricted } of options.documents) {
    documents.set(url, { key: url, kind: "pr", title, text: body, restricted, at });
  }
  await store.database.transaction(async (tx) => {
    const known = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("key share");
    if (known.length === 0) return;
    const others = urls.length > 0 ? notInArray(searchDocuments.key, [...urls]) : undefined;
    const ofAgent = and(eq(searchDocuments.agentId, agentId), eq(searchDocuments.runId, ""));
    await tx.delete(searchDocuments).where(and(ofAgent, eq(searchDocuments.kind, "pr"), others));
    await saveDocuments(tx, { agentId, runId: "" }, [...documents.values()]);
  });
}

/**
 * Stores the names, labels and repositories of agents that changed since the last call. Returns how many. `mask` hides
 * secrets.
 */
export async function searchChangedAgents(
  store: Store,
  { source, since, limit, mask }: { source: string; since: number; limit: number; mask: (text: string) => string },
): Promise<{ agents: number; change: number }> {
  const rows = await selectAgents(store.database)
    .where(and(eq(agents.source, source), gt(agents.change, since)))
    .orderBy(asc(agents.change))
    .limit(limit);
  for (const { agent, profile } of rows) {
    const urls = [
      ...(agent.repos ?? []).map(({ url }) => url),
      ...(agent.branches ?? []).map(({ repoUrl }) => repoUrl),
    ];
    const branches = (agent.branches ?? []).flatMap(({ branch }) => (branch === undefined ? [] : [branch]));
    const lines = [agent.id, ...(profile?.labels ?? []), ...urls, ...branches];
    const document: StoredDocument = {
      key: "agent",
      kind: "agent",
      title: mask(profile?.name ?? agent.entry.name),
      text: mask([...new Set(lines)].join("\n")),
      at: new Date(agent.createdAt),
    };
    await store.database.transaction(async (tx) => {
      const known = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agent.id)).for("key share");
      if (known.length > 0) await saveDocuments(tx, { agentId: agent.id, runId: "" }, [document]);
    });
  }
  const change = rows.at(-1)?.agent.change ?? since;
  if (change !== since) await saveIndexState(store, source, { searchedChange: change });
  return { agents: rows.length, change };
}
