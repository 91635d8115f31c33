import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import type { Notice } from "@/lib/server/db/index-notices";
import { readIndexState, saveIndexState } from "@/lib/server/db/index-state";
import { postponeAgent } from "@/lib/server/db/indexed-agents";
import type { Store } from "@/lib/server/db/store";
import { type UnreadAgent, unreadAgents } from "@/lib/server/db/unread-agents";
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
  /** Ends the work. */
  signal: AbortSignal;
}

const viewedForMs = 30_000;
const pollViewedMs = 2_000;
const pollUnviewedMs = 20_000;
const passEveryMs = 3 * 60_000;
const recheckMs = 15_000;
const recheckWantedMs = 2_500;
const wantedForMs = 15_000;
const atOnce = 4;
const idleMs = 500;
const maxBackoffMs = 60_000;
const putOffMs = 60_000;

/** True for a failure that any other call would meet as well. */
function concernsAll(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return true;
  return error.status === 401 || error.status === 429 || error.status === 502 || error.status >= 503;
}

/** Keeps the index of one service up to date while it is the leader. */
export class Indexer {
  readonly #budget: RequestBudget;
  readonly #read: ReadParts;
  readonly #wanted = new Map<string, number>();
  /** Agents that something happened to: read before all others. */
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

  /** Works until the signal. Failures are logged, kept for people to see, and tried again. */
  async run(): Promise<void> {
    const { signal, service, source, store, log } = this.parts;
    while (!signal.aborted) {
      try {
        const worked = await this.#turn();
        this.#failures = 0;
        if (!worked) await this.#rest(idleMs);
      } catch (error) {
        if (signal.aborted) return;
        this.#failures += 1;
        const message = error instanceof Error ? error.message : String(error);
        log.warn({ err: error, failures: this.#failures }, "agent index update failed");
        await saveIndexState(store, source, { trouble: message, troubleAt: new Date(service.clock.now()) }).catch(
          (reason: unknown) => log.error({ err: reason }, "index state write failed"),
        );
        const backoff = Math.min(1_000 * 2 ** (this.#failures - 1), maxBackoffMs);
        await sleep(service.clock, Math.max(backoff, this.#budget.pauseMs), signal);
      }
    }
  }

  /** One round: the newest agents when due, then a page of the pass, then some agents. False when there was nothing. */
  async #turn(): Promise<boolean> {
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
    const urgent = [...this.#urgent].slice(0, atOnce);
    for (const id of urgent) this.#urgent.delete(id);
    const wanted = [...this.#wanted.keys()];
    const found = await unreadAgents(store, {
      source,
      wanted,
      onlyWanted: !all,
      now: new Date(now),
      recheckBefore: new Date(now - recheckMs),
      wantedBefore: new Date(now - recheckWantedMs),
      limit: atOnce,
    });
    const whole = (id: string): UnreadAgent => ({
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

  /** An agent that can't be read is put off; only an unreachable service or a requested pause stops the rest. */
  async #readOne(agent: UnreadAgent, urgent: boolean): Promise<void> {
    const { store, service, log, signal } = this.parts;
    try {
      await readAgent(this.#read, agent, urgent);
    } catch (error) {
      if (signal.aborted) return;
      if (concernsAll(error)) {
        if (urgent) this.#urgent.add(agent.id);
        throw error;
      }
      log.info({ err: error, agent: agent.id }, "agent index read failed");
      await postponeAgent(store, agent.id, new Date(service.clock.now() + putOffMs));
    }
  }

  /** Waits for possible work. */
  async #rest(ms: number): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    await sleep(this.parts.service.clock, ms, AbortSignal.any([woken.signal, this.parts.signal]));
    this.#wake = () => undefined;
  }
}
