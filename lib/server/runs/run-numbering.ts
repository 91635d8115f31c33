import type { Run } from "@/lib/contract/agents/run";
import type { Clock } from "@/lib/core/clock";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import type { Log } from "@/lib/core/log";
import { RecentMap } from "@/lib/core/recent-map";
import { sleep } from "@/lib/core/sleep";
import { hasNumberedRun, type StoredRun, saveNumberedRuns } from "@/lib/server/db/numbered-runs";
import type { Store } from "@/lib/server/db/store";

export interface RunPage {
  /** Newest first. */
  items: readonly Run[];
  nextCursor?: string | undefined;
}

/** Reads a page of an agent's runs from the service. */
export type ReadRunPage = (query: { limit: string; cursor?: string }) => Promise<RunPage>;

interface Walk {
  /** Newest first. */
  runs: StoredRun[];
  cursor: string | undefined;
}

interface Parts {
  store: () => Promise<Store>;
  clock: Clock;
  log: Log;
}

const newest = "20";
const largestPage = "100";
const waitMs = 1_500;
/** Agents with more runs have no numbers. */
const maxRuns = 100_000;
/** Of unfinished walks together. One that has reached the limit is kept, so that it doesn't start again. */
const keptRuns = 2 * maxRuns;
/** Agents whose runs are counted at the same time, so that the service's rate limit has room for others. */
const maxWalks = 4;

const stored = ({ id, agentId, status, createdAt, updatedAt }: Run): StoredRun => ({
  id,
  agentId,
  status,
  createdAt,
  updatedAt,
});

/**
 * Numbers the runs of agents, oldest first. The service lists runs newest first and doesn't report how many there are, so all pages
 * of an agent are read once; after that, only those with new runs.
 */
export class RunNumbering {
  /** Unfinished walks, which continue after a failure. */
  readonly #walks = new RecentMap<string, Walk>(keptRuns, ({ runs }) => runs.length);
  readonly #permits = new Semaphore(maxWalks);
  readonly #active = new Map<string, Promise<void>>();

  constructor(private readonly parts: Parts) {}

  /**
   * Reads an agent's newest runs and numbers new ones. `counted`: all its runs have numbers; false while older ones are read,
   * which continues in the background. Throws the errors of the first page.
   */
  async update(agentId: string, read: ReadRunPage): Promise<{ newest: readonly Run[]; counted: boolean }> {
    const { store, clock } = this.parts;
    const page = await read({ limit: newest });
    const save = async () => {
      const runs = page.items.map(stored);
      return saveNumberedRuns(await store(), agentId, { runs, complete: page.nextCursor === undefined });
    };
    if (await save()) return { newest: page.items, counted: true };
    const walk = this.#active.get(agentId) ?? this.#start(agentId, page, read);
    const stop = new AbortController();
    await Promise.race([walk, sleep(clock, waitMs, stop.signal)]);
    stop.abort();
    return { newest: page.items, counted: await save() };
  }

  #start(agentId: string, page: RunPage, read: ReadRunPage): Promise<void> {
    const walk = this.#walks.get(agentId) ?? { runs: page.items.map(stored), cursor: page.nextCursor };
    this.#walks.delete(agentId);
    const walking = this.#permits
      .run(() => this.#walk(agentId, walk, read))
      .catch((error: unknown) => {
        this.#walks.set(agentId, walk);
        this.parts.log.warn({ err: error, agent: agentId, runs: walk.runs.length }, "couldn't count an agent's runs");
      })
      .finally(() => this.#active.delete(agentId));
    this.#active.set(agentId, walking);
    return walking;
  }

  /** Reads pages until one has a run with a number, or there are no more. */
  async #walk(agentId: string, walk: Walk, read: ReadRunPage): Promise<void> {
    const store = await this.parts.store();
    while (walk.cursor !== undefined) {
      if (walk.runs.length >= maxRuns) throw new Error(`more than ${maxRuns} runs`);
      const page = await read({ limit: largestPage, cursor: walk.cursor });
      walk.runs.push(...page.items.map(stored));
      walk.cursor = page.nextCursor;
      const ids = page.items.map(({ id }) => id);
      if (ids.length > 0 && (await hasNumberedRun(store, agentId, ids))) break;
    }
    await saveNumberedRuns(store, agentId, { runs: walk.runs, complete: walk.cursor === undefined });
  }
}
