import { createLog } from "@/lib/core/log";
import { openStore, type Store } from "@/lib/server/db/store";
import { startTestDatabase } from "@/postgres/testing/test-server";

export interface TestStore {
  store: Store;
  /** The `DATABASE_URL` for more processes on the same database. */
  url: string;
  /** Also drops the database. */
  close: () => Promise<void>;
}

/** Opens a store on a new database; for tests. */
export async function startTestStore(): Promise<TestStore> {
  const postgres = await startTestDatabase("dashboard");
  const store = await openStore({ url: postgres.url, log: createLog({ program: "test", level: "silent" }) });
  return {
    store,
    url: postgres.url,
    async close() {
      await store.close();
      await postgres.stop();
    },
  };
}
