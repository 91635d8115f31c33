import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createLog } from "@/lib/core/log";
import { startPostgres } from "../server";

/** Starts a throw-away server; used once for a whole test run. */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-postgres-"));
  const server = await startPostgres({ dataDir, log: createLog({ program: "test", level: "silent" }) });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A server URL for one test file. The run's shared server gives each caller a database name of its own, so files never
 * see each other's rows; without a shared server a server is started.
 */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const shared = process.env.TEST_POSTGRES_URL;
  if (!shared) return startTestServer();
  const url = new URL(shared);
  const database = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: shared });
  await client.connect();
  await client.query(`create database ${database}`);
  url.pathname = `/${database}`;
  return {
    url: url.href,
    async stop() {
      for (const suffix of ["_service", "_dashboard", ""]) {
        await client.query(`drop database if exists ${database}${suffix} with (force)`);
      }
      await client.end();
    },
  };
}
