import { vi } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { agentRows } from "@/lib/server/db/agent-rows";
import { openStore, type Store } from "@/lib/server/db/store";
import type { Service } from "@/lib/server/upstream/client/service";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { Indexer } from "../indexer";

const log = createLog({ program: "test", level: process.env.TEST_LOG_LEVEL ?? "silent" });

/** The dashboard's store and an indexer on it; for tests. */
export class IndexBench {
  #stopped = new AbortController();
  #running: Promise<void> = Promise.resolve();
  indexer: Indexer | undefined;

  private constructor(
    readonly store: Store,
    readonly service: Service,
    readonly clock: FakeClock,
    private readonly hasAdminApi: boolean,
    readonly end: () => Promise<void>,
  ) {}

  static async start(base: string, key: string, adminKey?: string): Promise<IndexBench> {
    const postgres = await startTestDatabase("dashboard");
    const store = await openStore({ url: postgres.url, log });
    const clock = new FakeClock({ running: true });
    const service: Service = {
      address: { base, repohostPrefix: "/v1/repohost" },
      credentials: { authorization: async ({ family }) => `Bearer ${family === "admin" ? adminKey : key}` },
      clock,
      ids: systemIds,
    };
    return new IndexBench(store, service, clock, adminKey !== undefined, async () => {
      await store.close();
      await postgres.stop();
    });
  }

  run(): Indexer {
    this.#stopped = new AbortController();
    const { store, service, hasAdminApi } = this;
    this.indexer = new Indexer({ store, service, source: "test", log, hasAdminApi, signal: this.#stopped.signal });
    this.#running = this.indexer.run();
    return this.indexer;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.end();
  }

  rows(): Promise<AgentRow[]> {
    return agentRows(this.store, { source: "test", after: undefined, limit: 1_000 });
  }

  /** Waits until `check` passes for the index. The indexer's clock runs five times as fast. */
  async until(check: (rows: readonly AgentRow[]) => void): Promise<void> {
    await vi.waitFor(
      async () => {
        this.clock.advance(100);
        check(await this.rows());
      },
      { timeout: 40_000, interval: 25 },
    );
  }
}
