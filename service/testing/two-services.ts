import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { readSettings } from "@/lib/core/settings/settings";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { executeRun } from "@/runner/execute-run";
import { type RunningService, startService } from "../start";
import { startTestService, type TestService } from "./test-service";

export interface TwoServices {
  /** The service whose data folder has the keys. */
  first: TestService;
  second: RunningService;
  close(): Promise<void>;
}

/** Starts two services on one database, with a shared encryption key as the setup requires. */
export async function startTwoServices(clock: Clock = systemClock): Promise<TwoServices> {
  const postgres = await startTestDatabase("service");
  const shared = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: "5a".repeat(32), SERVICE_PORT: "0", DEMO: "0" };
  const first = await startTestService(shared, clock);
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-second-"));
  const second = await startService({
    settings: readSettings({ DATA_DIR: dataDir, ...shared }),
    databaseUrl: postgres.url,
    exclusive: false,
    executeRun,
    log: createLog({ program: "test", level: process.env.TEST_LOG_LEVEL ?? "silent" }),
    clock,
  });
  return {
    first,
    second,
    async close() {
      await second.close();
      await first.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
