import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createLog } from "@/lib/core/log";
import { parseSearch, queryText } from "@/lib/model/search/query";
import { changedDocuments } from "@/lib/model/search/run-documents";
import { snippetOf } from "@/lib/model/search/snippet";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript, type Frame } from "@/lib/model/transcript/state";
import { documentTexts, searchIn } from "@/lib/server/db/search";
import { saveRunDocuments } from "@/lib/server/db/search-documents";
import { filteredAgents } from "@/lib/server/db/search-filters";
import { openStore, type Store } from "@/lib/server/db/store";
import { startPostgres } from "@/postgres/server";
import { quantile } from "./result";

const source = "bench";
const stepsPerRun = 100;
const repeats = 40;
const pageSize = 100;

/** Words with the frequencies of natural language: the first is in almost every text, the last in few. */
const vocabulary = Array.from({ length: 50_000 }, (_, index) => {
  const letters = "bcdfghjklmnpqrstvwz";
  let word = "";
  for (let rest = index + 19; rest > 0; rest = Math.floor(rest / 19)) word += `${letters[rest % 19]}a`;
  return word;
});

/** Repeatable pseudo-random numbers below 1. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const random = createRandom();
const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? "";
const words = (count: number) => Array.from({ length: count }, word).join(" ");

/** One step of a run: 20 events, as a service sends them, with a message in 12 pieces and a command. */
function step(run: number, number: number): Frame[] {
  const callId = `c${number}`;
  const command = `npm test -- src/${word()}/${word()}_${word()}.ts`;
  const stdout = `${words(30)}\nError: ${word()} at ${word()}.ts:${run}\n${words(10)}`;
  const toolCall = { type: "shell", args: { command } };
  const update = (data: object): Frame => ({ event: "interaction_update", data });
  const output = Array.from({ length: 5 }, () => ({ case: "stdout", value: { data: `${words(6)}\n` } }));
  return [
    ...Array.from({ length: 12 }, (): Frame => ({ event: "assistant", data: { text: `${words(4)} ` } })),
    update({ type: "tool-call-started", callId, toolCall }),
    ...output.map((event) => update({ type: "shell-output-delta", callId, event })),
    update({
      type: "tool-call-completed",
      callId,
      toolCall: { ...toolCall, result: { status: "success", value: { exitCode: 0, stdout, stderr: "" } } },
    }),
    update({ type: "step-completed", stepId: number }),
  ];
}

async function addRun({ database }: Store, run: number, events: number, startedAt: Date): Promise<void> {
  const [id, runId, at] = [`bc-${run}`, `run-${run}`, startedAt.toISOString()];
  const entry = JSON.stringify({ id, name: words(4), status: "IDLE", env: { type: "cloud" }, latestRunId: runId });
  const repos = JSON.stringify([{ url: `https://git.example.com/acme/repo-${run % 40}.git` }]);
  await database.execute(sql`
    insert into agents (id, source, entry, repos, created_at, updated_at, latest_run_id, run_id, run_status, change)
    values (${id}, ${source}, ${entry}, ${repos}, ${at}, ${at}, ${runId}, ${runId},
      ${run % 9 === 0 ? "ERROR" : "FINISHED"}, ${run})`);
  await database.execute(sql`
    insert into recordings (agent_id, run_id, state, events, updated_at)
    values (${id}, ${runId}, 'complete', ${events}, ${at})`);
}

/** Without the index of words, which is created at the end: adding to it takes most of the time. */
async function fill(store: Store, total: number): Promise<void> {
  await store.database.execute(sql`drop index search_documents_by_word`);
  const perRun = step(0, 0).length * stepsPerRun;
  const runs = Math.ceil(total / perRun);
  const startedAt = performance.now();
  for (let run = 0; run < runs; run += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + (run * 300 * 86_400_000) / runs);
    await addRun(store, run, perRun, at);
    const prompt = { type: "user-message-appended", userMessage: { text: words(40) } };
    const frames = Array.from({ length: stepsPerRun }, (_, number) => step(run, number)).flat();
    // One rare word, and one that only old runs have.
    const rare = run % 200 === 0 ? " zyzzyva" : "";
    const old = run < runs / 2 ? " quondam" : "";
    const last: Frame = { event: "assistant", data: { text: `Done.${rare}${old}` } };
    const all = [{ event: "interaction_update", data: prompt }, ...frames, last];
    const documents = changedDocuments(emptyTranscript, reduceAll(emptyTranscript, all));
    const name = { agentId: `bc-${run}`, runId: `run-${run}` };
    const state = { bytes: 0, isOpen: false, searchedEvents: 0, startedAt: at };
    await saveRunDocuments(store, { ...name, ...state }, { documents, events: perRun });
    if (run % 250 === 249) {
      const seconds = (performance.now() - startedAt) / 1_000;
      console.log(`${((run + 1) * perRun).toLocaleString("en")} events, ${((run * perRun) / seconds).toFixed(0)}/s`);
    }
  }
  await store.database.execute(sql`create index search_documents_by_word on search_documents using gin (words)`);
  await store.database.execute(sql`vacuum analyze search_documents`);
}

/** A search as the operation runs it, without the HTTP call. Returns the number of matches. */
async function search(store: Store, q: string): Promise<number> {
  const parsed = parseSearch(q);
  const { filters, kinds, phrases } = parsed;
  const agents = filters.length > 0 ? await filteredAgents(store, { source, filters, me: "" }) : undefined;
  const words = queryText(parsed);
  const { matches } = await searchIn(store, { source, words, kinds, agents, after: undefined, limit: pageSize });
  const texts = await documentTexts(
    store,
    matches.map(({ id }) => id),
  );
  for (const { text } of texts.values()) snippetOf(text, phrases);
  return matches.length;
}

function queries(): Record<string, string> {
  const [common = "", second = "", third = ""] = vocabulary;
  const middle = (rank: number) => vocabulary[rank] ?? "";
  return {
    "rare word": "zyzzyva ",
    "word in 1% of texts": `${middle(1_500)} `,
    "word in 10% of texts": `${middle(150)} `,
    "most common word": `${common} `,
    "common words": `${common} ${second} ${third} `,
    "common phrase": `"${common} ${second}"`,
    "rare phrase of common words": `"${common} ${middle(400)} ${second}"`,
    "excluded word": `${common} -${second}`,
    "start of a word": `${middle(3_000).slice(0, 4)}`,
    path: `src/${middle(20)}/${middle(30)}`,
    "word of old runs": "quondam ",
    "one kind": `in:prompt ${common} `,
    "one repository": `repo:acme/repo-7 ${common} `,
    "failed agents, word in 1% of texts": `status:error ${middle(1_500)} `,
    "no match": "xylophonist ",
  };
}

const isFilled = async ({ database }: Store) =>
  (await database.execute(sql`select from search_documents limit 1`)).rows.length > 0;

/**
 * Fills a database with the documents of `events` events and prints how long searches take. A database in `keptIn` is kept,
 * and measured as it is by the next call.
 */
export async function measureSearch(events: number, keptIn?: string): Promise<void> {
  if (keptIn !== undefined) await mkdir(keptIn, { recursive: true });
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), "slipway-search-")));
  const log = createLog({ program: "bench", level: "warn" });
  const server = await startPostgres({ dataDir, log });
  try {
    const store = await openStore({ url: server.url, log });
    if (!(await isFilled(store))) await fill(store, events);
    const { rows } = await store.database.execute(sql`
      select count(*)::int as documents, pg_total_relation_size('search_documents') as bytes from search_documents`);
    console.log(`${events.toLocaleString("en")} events`, rows[0]);
    for (const [name, q] of Object.entries(queries())) {
      const times: number[] = [];
      let matches = 0;
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const startedAt = performance.now();
        matches = await search(store, q).catch(() => -1);
        times.push(performance.now() - startedAt);
      }
      const ms = (rank: number) => `${quantile(times, rank).toFixed(1)} ms`;
      console.log(
        [name.padEnd(36), `first ${times[0]?.toFixed(1)} ms`, `p50 ${ms(0.5)}`, `p95 ${ms(0.95)}`, matches].join("  "),
      );
    }
    await store.close();
  } finally {
    await server.stop();
    if (keptIn === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}
