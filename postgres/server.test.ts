import { chmod, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "@/lib/core/log";
import { DataDirInUse, lockDataDir } from "./lock";
import { startPostgres } from "./server";

const log = createLog({ program: "test", level: "silent" });
let dataDir = "";
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-server-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe("the embedded database server", () => {
  it("keeps its data across a restart", { tags: ["long"] }, async () => {
    const first = await startPostgres({ dataDir, log });
    await query(first.url, "create table kept (n int)");
    await query(first.url, "insert into kept values (7)");
    await first.stop();
    const second = await startPostgres({ dataDir, log });
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
    await second.stop();
  });

  it("restarts at the same URL if its process is killed", { tags: ["long"] }, async () => {
    const server = await startPostgres({ dataDir, log });
    const [before] = await query<{ started: string }>(server.url, "select pg_postmaster_start_time()::text as started");
    const pidFile = await query<{ content: string }>(server.url, "select pg_read_file('postmaster.pid') as content");
    process.kill(Number(pidFile[0]?.content.split("\n")[0]), "SIGKILL");
    await vi.waitFor(
      async () => {
        const [after] = await query<{ started: string }>(
          server.url,
          "select pg_postmaster_start_time()::text as started",
        );
        expect(after?.started).not.toBe(before?.started);
      },
      { timeout: 40_000, interval: 50 },
    );
    await server.stop();
  });

  it("listens in a temporary folder with any name", { tags: ["long"] }, async () => {
    const folder = join(dataDir, `a, "b" @c%d`);
    await mkdir(folder);
    await chmod(dataDir, 0o711);
    vi.stubEnv("TMPDIR", folder);
    const server = await startPostgres({ dataDir, log }).finally(() => vi.unstubAllEnvs());
    expect(decodeURIComponent(new URL(server.url).hostname)).toContain(folder);
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it("listens on a socket in a private folder and on no port, and removes the folder", { tags: ["long"] }, async () => {
    // A socket can't be in a folder with a path this long.
    vi.stubEnv("TMPDIR", join(dataDir, "x".repeat(100)));
    const server = await startPostgres({ dataDir, log }).finally(() => vi.unstubAllEnvs());
    const folder = decodeURIComponent(new URL(server.url).hostname);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await query(server.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    await server.stop();
    await expect(stat(folder)).rejects.toThrow("ENOENT");
  });
});

describe("the lock on the data folder", () => {
  it("rejects a second owner until it is released", async () => {
    const release = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUse);
    await release();
    await (await lockDataDir(dataDir))();
  });
});
