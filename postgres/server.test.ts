import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "@/lib/log/log";
import { DataDirInUse, lockDataDir } from "./lock";
import { startPostgres } from "./server";

const log = createLog({ program: "test", level: "silent" });
let dataDir = "";
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-server-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe("the embedded database server", () => {
  it("keeps its rows over a stop and a start", async () => {
    const first = await startPostgres({ dataDir, log });
    await ask(first.url, "create table kept (n int)");
    await ask(first.url, "insert into kept values (7)");
    await first.stop();
    const second = await startPostgres({ dataDir, log });
    expect(await ask(second.url, "select n from kept")).toEqual([{ n: 7 }]);
    await second.stop();
  });

  it("comes back on the same address when its process is killed", async () => {
    const server = await startPostgres({ dataDir, log });
    const [before] = await ask<{ started: string }>(server.url, "select pg_postmaster_start_time()::text as started");
    const pidFile = await ask<{ content: string }>(server.url, "select pg_read_file('postmaster.pid') as content");
    process.kill(Number(pidFile[0]?.content.split("\n")[0]), "SIGKILL");
    await vi.waitFor(
      async () => {
        const [after] = await ask<{ started: string }>(
          server.url,
          "select pg_postmaster_start_time()::text as started",
        );
        expect(after?.started).not.toBe(before?.started);
      },
      { timeout: 15_000, interval: 50 },
    );
    await server.stop();
  });
});

describe("the lock on the data folder", () => {
  it("refuses a second owner and frees after release", async () => {
    const release = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUse);
    await release();
    await (await lockDataDir(dataDir))();
  });
});
