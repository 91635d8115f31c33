import type { Log } from "@/lib/core/log";
import { RecentMap } from "@/lib/core/recent-map";
import { sleep } from "@/lib/core/sleep";
import { changedDocuments, type SearchDocument } from "@/lib/model/search/run-documents";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript, type Transcript } from "@/lib/model/transcript/state";
import { readIndexState } from "@/lib/server/db/index-state";
import { eventsAfter } from "@/lib/server/db/recordings";
import {
  saveRunDocuments,
  searchChangedAgents,
  type UnsearchedRun,
  unsearchedRuns,
} from "@/lib/server/db/search-documents";
import type { Store } from "@/lib/server/db/store";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import type { Service } from "@/lib/server/upstream/client/service";

interface SearchIndexerParts {
  store: Store;
  service: Pick<Service, "clock" | "secrets">;
  source: string;
  log: Log;
}

const pageSize = 2_000;
const maxRuns = 200;
const maxAgents = 500;
const idleMs = 1_000;
/** A running agent's new events wait this long, so that a message is stored a few times, not once per word. */
const openEveryMs = 3_000;
/** Long transcripts are read again for each update, so they are updated less often. */
const restFactor = 20;
const retryMs = 60_000;
/** Events of transcripts that are kept between updates, in bytes. */
const maxKeptBytes = 64 * 1024 * 1024;
/** Texts that are stored with one statement. */
const maxBatch = { documents: 500, characters: 2_000_000 };

/** A run whose transcript was read up to `events`. */
interface OpenRun {
  events: number;
  transcript: Transcript;
  bytes: number;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

function* batchesOf(documents: readonly SearchDocument[]): Generator<SearchDocument[]> {
  let batch: SearchDocument[] = [];
  let characters = 0;
  for (const document of documents) {
    batch.push(document);
    characters += document.text.length;
    if (batch.length < maxBatch.documents && characters < maxBatch.characters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  yield batch;
}

/** Makes recorded runs and agents searchable. Used by one process at a time; what another one has stored is replaced. */
export class SearchIndexer {
  readonly #open = new RecentMap<string, OpenRun>(maxKeptBytes, ({ bytes }) => bytes);
  readonly #notBefore = new RecentMap<string, number>(10_000);

  constructor(private readonly parts: SearchIndexerParts) {}

  /** Runs until the signal aborts. Failures are logged and retried. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, service } = this.parts;
    while (!signal.aborted) {
      const worked = await this.update(signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, "search index update failed");
        return false;
      });
      if (!worked) await sleep(service.clock, idleMs, signal);
    }
  }

  /** Makes what has changed searchable. Returns false if nothing was due. */
  async update(signal?: AbortSignal): Promise<boolean> {
    const { store, source, service, log } = this.parts;
    const { searchedChange } = await readIndexState(store, source);
    const masker = createMasker(service);
    const mask = (text: string) => masker.mask(text);
    const changed = await searchChangedAgents(store, { source, since: searchedChange, limit: maxAgents, mask });
    let worked = changed.agents > 0;
    for (const run of await unsearchedRuns(store, { source, limit: maxRuns })) {
      const name = `${run.agentId} ${run.runId}`;
      if (signal?.aborted) return worked;
      const startedAt = service.clock.now();
      if ((this.#notBefore.get(name) ?? 0) > startedAt) continue;
      let restMs = openEveryMs;
      try {
        await this.#updateRun(run, name, mask);
        worked = true;
      } catch (error) {
        restMs = retryMs;
        log.warn({ err: error, agent: run.agentId, run: run.runId }, "couldn't make a run searchable");
      }
      const tookMs = service.clock.now() - startedAt;
      this.#notBefore.set(name, startedAt + Math.max(restMs, tookMs * restFactor));
      // Viewers of live runs and other work of this process come first.
      await sleep(service.clock, tookMs, signal);
    }
    return worked;
  }

  async #updateRun(run: UnsearchedRun, name: string, mask: (text: string) => string): Promise<void> {
    const { store } = this.parts;
    const kept = this.#open.get(name);
    const before = kept?.events === run.searchedEvents ? kept : { events: 0, transcript: emptyTranscript };
    let { events, transcript } = before;
    for (;;) {
      const page = await eventsAfter(store, run, events - 1, pageSize);
      const frames = page.map(({ eventId, event, data }) => ({ id: eventId ?? undefined, event, data: parsed(data) }));
      transcript = reduceAll(transcript, frames);
      events += page.length;
      if (page.length < pageSize) break;
    }
    const documents = changedDocuments(before.transcript, transcript).map((document) => ({
      ...document,
      title: mask(document.title),
      text: mask(document.text),
    }));
    const batches = [...batchesOf(documents)];
    for (const [index, batch] of batches.entries()) {
      const isLast = index === batches.length - 1;
      const stored = await saveRunDocuments(store, run, {
        documents: batch,
        events: isLast ? events : run.searchedEvents,
      });
      if (stored) continue;
      this.#open.delete(name);
      return;
    }
    if (run.isOpen) this.#open.set(name, { events, transcript, bytes: run.bytes });
    else this.#open.delete(name);
  }
}
