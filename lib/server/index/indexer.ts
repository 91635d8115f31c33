import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import type { Notice } from "@/lib/server/db/index-notices";
import { readIndexState, saveIndexState } from "@/lib/server/db/index-state";
import { postponeAgent } from "@/lib/server/db/indexed-agents";
import { type StaleAgent, staleAgents } from "@/lib/server/db/stale-agents";
import type { Store } from "@/lib/server/db/store";
import type { Service } from "@/lib/server/upstream/client/service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { indexCalls } from "./index-calls";
import { type ReadParts, readAgent } from "./read-agent";
import { readNewest, readPassPage, removeMissedAgents } from "./read-list";
import { RequestBudget } from "./request-budget";

export interface IndexerParts {
  store: Store;
  service: Service;
  source: string;
  log: Log;
  /** See {@link ReadParts}. */
  hasAdminApi: boolean;
  /** Stops the indexer. */
  signal: AbortSignal;
}

const viewedForMs = 30_000;
const pollViewedMs = 2_000;
const pollUnviewedMs = 20_000;
const passEveryMs = 3 * 60_000;
const recheckMs = 15_000;
const recheckWantedMs = 2_500;
const wantedForMs = 15_000;
const concurrency = 4;
const idleMs = 500;
const maxBackoffMs = 60_000;
const postponeMs = 60_000;

/** True for failures that would affect every other call. */
function affectsAllCalls(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return true;
  return error.status === 401 || error.status === 429 || error.status === 502 || error.status >= 503;
}

/** Keeps the index of one service up to date while it is the leader. */
export class Indexer {
  readonly #budget: RequestBudget;
  readonly #read: ReadParts;
  readonly #wanted = new Map<string, number>();
  /** Agents with reported changes, which are read first. */
  readonly #urgent = new Set<string>();
  #pollAt = 0;
  #viewedUntil = 0;
  #failures = 0;
  #wake: () => void = () => undefined;

  constructor(private readonly parts: IndexerParts) {
    this.#budget = new RequestBudget(parts.service.clock);
    this.#read = { ...parts, calls: indexCalls(parts.service, this.#budget, parts.signal) };
  }

  receive(notice: Notice): void {
    const now = this.parts.service.clock.now();
    for (const id of notice.agents ?? []) this.#urgent.add(id);
    for (const id of notice.wanted ?? []) this.#wanted.set(id, now + wantedForMs);
    const returns = notice.viewing === true && now >= this.#viewedUntil;
    if (notice.viewing) this.#viewedUntil = now + viewedForMs;
    if (notice.list || returns) this.#pollAt = 0;
    this.#wake();
  }

  /** Runs until the signal aborts. Failures are logged, stored for display, and retried. */
  async run(): Promise<void> {
    const { signal, service, source, store, log } = this.parts;
    while (!signal.aborted) {
      try {
        const worked = await this.#iterate();
        this.#failures = 0;
        if (!worked) await this.#waitForWork(idleMs);
      } catch (error) {
        if (signal.aborted) return;
        this.#failures += 1;
        const message = error instanceof Error ? error.message : String(error);
        log.warn({ err: error, failures: this.#failures }, "agent index update failed");
        await saveIndexState(store, source, { lastError: message, lastErrorAt: new Date(service.clock.now()) }).catch(
          (reason: unknown) => log.error({ err: reason }, "index state write failed"),
        );
        const backoff = Math.min(1_000 * 2 ** (this.#failures - 1), maxBackoffMs);
        await sleep(service.clock, Math.max(backoff, this.#budget.pauseMs), signal);
      }
    }
  }

  /** One iteration: the newest agents when due, then a page of the pass, then some agents. Returns false if there was nothing to do. */
  async #iterate(): Promise<boolean> {
    const { store, service, source } = this.parts;
    const now = service.clock.now();
    let worked = false;
    if (now >= this.#pollAt) {
      await readNewest(this.#read);
      this.#pollAt = service.clock.now() + (now < this.#viewedUntil ? pollViewedMs : pollUnviewedMs);
      worked = true;
    }
    const { cursor, passEndedAt } = await readIndexState(store, source);
    const urgent = await this.#readSome(now, passEndedAt !== null);
    if (cursor !== null || !passEndedAt || now - passEndedAt.getTime() >= passEveryMs) {
      if (await readPassPage(this.#read)) await removeMissedAgents(this.#read);
      worked = true;
    }
    return urgent || worked;
  }

  /** Until the list was read once, only agents a user is viewing. */
  async #readSome(now: number, all: boolean): Promise<boolean> {
    const { store, source, signal } = this.parts;
    for (const [id, until] of this.#wanted) if (until <= now) this.#wanted.delete(id);
    const urgent = [...this.#urgent].slice(0, concurrency);
    for (const id of urgent) this.#urgent.delete(id);
    const wanted = [...this.#wanted.keys()];
    const found = await staleAgents(store, {
      source,
      wanted,
      onlyWanted: !all,
      now: new Date(now),
      recheckBefore: new Date(now - recheckMs),
      wantedBefore: new Date(now - recheckWantedMs),
      limit: concurrency,
    });
    const whole = (id: string): StaleAgent => ({
      id,
      latestRunId: "",
      onlyRun: false,
      onlyUsage: false,
      updatedAt: "",
    });
    const chosen = [...urgent.map(whole), ...found.filter(({ id }) => !urgent.includes(id))];
    const isUrgent = (id: string) => urgent.includes(id) || this.#wanted.has(id);
    const outcomes = await Promise.allSettled(chosen.map((agent) => this.#readOne(agent, isUrgent(agent.id))));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
    return chosen.length > 0 && !signal.aborted;
  }

  /** Postpones an agent that can't be read. Only an unreachable service or a rate limit stops the iteration. */
  async #readOne(agent: StaleAgent, urgent: boolean): Promise<void> {
    const { store, service, log, signal } = this.parts;
    try {
      await readAgent(this.#read, agent, urgent);
    } catch (error) {
      if (signal.aborted) return;
      if (affectsAllCalls(error)) {
        if (urgent) this.#urgent.add(agent.id);
        throw error;
      }
      log.info({ err: error, agent: agent.id }, "agent index read failed");
      await postponeAgent(store, agent.id, new Date(service.clock.now() + postponeMs));
    }
  }

  /** Waits until there may be work. */
  async #waitForWork(ms: number): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    await sleep(this.parts.service.clock, ms, AbortSignal.any([woken.signal, this.parts.signal]));
    this.#wake = () => undefined;
  }
}
