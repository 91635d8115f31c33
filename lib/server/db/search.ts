import { inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type SearchKind, searchKinds } from "@/lib/model/search/kinds";
import { type AgentViewer, visibleTo } from "./agent-scope";
import { agents } from "./index-schema";
import { searchDocuments } from "./search-schema";
import type { Store } from "./store";

type Transaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

/** A position in the documents, newest first. */
export interface SearchPosition {
  at: string;
  id: number;
}

const Match = z.object({
  id: z.coerce.number(),
  agentId: z.string(),
  runId: z.string(),
  key: z.string(),
  kind: z.enum(searchKinds),
  restricted: z.boolean(),
  /** ISO 8601 with microseconds. */
  at: z.string(),
  rank: z.number(),
  source: z.string(),
});
export type SearchMatch = z.infer<typeof Match>;

interface SearchOptions {
  /** The service whose agents are searched. */
  source: string;
  /** Text of a `tsquery`. */
  words: string;
  /** Empty: all. */
  kinds: readonly SearchKind[];
  /** The user who searches, if they don't see all agents. */
  viewer?: AgentViewer | undefined;
  /** Ids; all agents if missing. */
  agents: readonly string[] | undefined;
  after: SearchPosition | undefined;
  limit: number;
}

export interface Searched {
  /** Newest first. */
  matches: SearchMatch[];
  /** Where to continue; `undefined` if there is nothing more. */
  next: SearchPosition | undefined;
}

/** A common word is found among the newest documents, without the index, which would return all of its matches. */
const newest = 4_000;
/** For words of which there were this many among the newest documents, more of them are searched the same way. */
const minFrequent = 7;
/** As many as are likely to have a page of matches, and at most `widest`. */
const likelyFactor = 2;
const widest = 50_000;
/** Documents of some agents are further apart, so the index is faster sooner. */
const widestOfAgents = 10_000;
/** Rarer words are found with the index, unless there are more matches than this. */
const maxIndexed = 20_000;
/** Then only this many of the next documents are searched; the rest follows with the next page. */
const window = 250_000;
const timeoutMs = 2_500;
/** With less, Postgres remembers only the pages of many matches, and compares every document on them. */
const workMemory = "64MB";

/** The search was too expensive. */
export class SearchTimeout extends Error {}

const columns = sql`id, agent_id as "agentId", run_id as "runId", key, kind, restricted,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, ts_rank_cd(words, query)::float8 as rank,
  (select ${agents.source} from ${agents} where ${agents.id} = agent_id) as source`;

function conditions({ kinds, agents: ids, after, viewer }: SearchOptions): SQL {
  const parts = [sql`true`];
  if (kinds.length > 0) parts.push(sql`kind = any(${sql.param([...kinds])}::text[])`);
  if (ids) parts.push(sql`agent_id = any(${sql.param([...ids])}::text[])`);
  const visible = viewer && visibleTo(viewer);
  if (visible) {
    parts.push(sql`exists (select from ${agents} where ${agents.id} = ${searchDocuments.agentId} and ${visible})`);
  }
  if (after) parts.push(sql`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`);
  return sql.join(parts, sql` and `);
}

/** Matches among the newest documents of each kind and of the agents. */
function amongNewest(options: SearchOptions, searched: number): SQL {
  const { kinds, words, limit } = options;
  const from = (kind: SQL) => sql`
    (select * from ${searchDocuments} where ${kind} and ${conditions({ ...options, kinds: [] })}
    order by at desc, id desc limit ${searched})`;
  const parts = kinds.length > 0 ? kinds.map((kind) => from(sql`kind = ${kind}`)) : [from(sql`true`)];
  return sql`
    with query as (select ${words}::tsquery as query), documents as (${sql.join(parts, sql` union all `)})
    select ${columns} from documents, query
    where words @@ query
    order by documents.at desc, id desc limit ${limit}`;
}

/** Matches found with the index of words. `since` excludes older documents; `most` limits the matches that are sorted. */
function indexed(options: SearchOptions, { since, most }: { since: SearchPosition | undefined; most: number }): SQL {
  const later = since ? sql`(at, id) >= (${since.at}::timestamptz, ${since.id}::bigint)` : sql`true`;
  return sql`
    with query as (select ${options.words}::tsquery as query), found as materialized (
      select id, at from ${searchDocuments} where words @@ ${options.words}::tsquery and ${conditions(options)} and ${later}
      limit ${most}
    ), counted as (select count(*)::int as total from found), best as (
      select id from found order by at desc, id desc limit ${options.limit}
    )
    select ${columns}, total from best join ${searchDocuments} using (id), query, counted
    order by search_documents.at desc, id desc`;
}

const positionOf = (matches: readonly SearchMatch[]): SearchPosition | undefined => {
  const last = matches.at(-1);
  return last && { at: last.at, id: last.id };
};

async function find(tx: Transaction, statement: SQL) {
  const { rows } = await tx.execute(statement);
  return z.array(Match.extend({ total: z.number().default(0) })).parse(rows);
}

/** The document that is `window` documents older than `after`; `undefined` if there are fewer. */
async function windowEnd(tx: Transaction, options: SearchOptions): Promise<SearchPosition | undefined> {
  const [row] = await tx
    .execute(sql`
      select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from ${searchDocuments}
      where ${conditions({ ...options, agents: undefined, kinds: [] })}
      order by search_documents.at desc, id desc offset ${window} limit 1`)
    .then(({ rows }) => z.array(Match.pick({ id: true, at: true })).parse(rows));
  return row;
}

async function findMatches(tx: Transaction, options: SearchOptions): Promise<Searched> {
  const { limit } = options;
  if (options.agents?.length === 0) return { matches: [], next: undefined };
  const page = (matches: SearchMatch[]): Searched => ({
    matches: matches.slice(0, limit),
    next: matches.length > limit ? positionOf(matches.slice(0, limit)) : undefined,
  });
  const extra = { ...options, limit: limit + 1 };
  const recent = await find(tx, amongNewest(extra, newest));
  if (recent.length > limit) return page(recent);
  const likely = Math.ceil((likelyFactor * newest * extra.limit) / recent.length);
  if (options.agents ? likely <= widestOfAgents : recent.length >= minFrequent) {
    const wider = await find(tx, amongNewest(extra, Math.min(likely, widest)));
    if (wider.length > limit) return page(wider);
  }
  const found = await find(tx, indexed(extra, { since: undefined, most: maxIndexed }));
  if ((found[0]?.total ?? 0) < maxIndexed) return page(found);
  const since = await windowEnd(tx, options);
  const near = await find(tx, indexed(extra, { since, most: window }));
  return near.length > limit || !since ? page(near) : { matches: near, next: since };
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && error.code === "57014") || (error.cause !== undefined && isTimeout(error.cause)));

/** Finds documents, newest first. Throws {@link SearchTimeout}. */
export async function searchIn({ database }: Store, options: SearchOptions): Promise<Searched> {
  try {
    const { matches, next } = await database.transaction(
      async (tx) => {
        // Compiling a plan takes longer than running it.
        await tx.execute(sql`
          select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('jit', 'off', true),
            set_config('work_mem', ${workMemory}, true)`);
        return findMatches(tx, options);
      },
      { accessMode: "read only" },
    );
    // Agents of another service stay in the database.
    return { matches: matches.filter(({ source }) => source === options.source), next };
  } catch (error) {
    if (isTimeout(error)) throw new SearchTimeout("The search took too long.", { cause: error });
    throw error;
  }
}

export type DocumentText = Pick<typeof searchDocuments.$inferSelect, "id" | "eventId" | "title" | "text">;

/** The texts of documents, by id. */
export async function documentTexts(
  { database }: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DocumentText>> {
  const rows = await database
    .select({
      id: searchDocuments.id,
      eventId: searchDocuments.eventId,
      title: searchDocuments.title,
      text: searchDocuments.text,
    })
    .from(searchDocuments)
    .where(inArray(searchDocuments.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
