import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { openDatabase } from "./database";
import { startTestDatabase, startTestPostgres } from "./testing/test-server";

it("survives losing a connection between two queries of a transaction", async () => {
  const postgres = await startTestDatabase("service");
  const lines: string[] = [];
  const log = createLog({ program: "test", level: "warn" }, { write: (line: string) => void lines.push(line) });
  const migrations = join("service", "core", "store", "migrations");
  const database = await openDatabase({ url: postgres.url, name: "service", migrations, log });
  const client = await database.pool.connect();
  await client.query("begin");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  await database.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  expect(lines.join("")).toContain("database connection lost");
  await expect(client.query("commit")).rejects.toThrow();
  client.release(true);
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await database.close();
  await postgres.stop();
});

it("opens a database without changing it", async () => {
  const postgres = await startTestPostgres();
  const log = createLog({ program: "test", level: "silent" });
  const migrations = join("service", "core", "store", "migrations");
  const open = (readOnly: boolean) => openDatabase({ url: postgres.url, name: "service", migrations, readOnly, log });
  await expect(open(true)).rejects.toThrow(/database "test_.*_service" does not exist/);
  await (await open(false)).close();
  const database = await open(true);
  await database.pool.query("delete from drizzle.__drizzle_migrations");
  await database.close();
  await expect(open(true)).rejects.toThrow("the database was created by an older version (0 migrations");
  await postgres.stop();
});

it("rejects a database of another history, and changes nothing", async () => {
  const postgres = await startTestPostgres();
  const log = createLog({ program: "test", level: "silent" });
  const migrations = join("service", "core", "store", "migrations");
  const open = () => openDatabase({ url: postgres.url, name: "service", migrations, log });
  const database = await open();
  const applied = async () =>
    (await database.pool.query("select hash from drizzle.__drizzle_migrations order by id")).rows;
  await database.pool.query("update drizzle.__drizzle_migrations set hash = 'changed', created_at = 0");
  const before = await applied();
  await expect(open()).rejects.toThrow("the database was created by a development version and can't be upgraded");
  expect(await applied()).toEqual(before);
  await database.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 1), ('newest', 2)",
  );
  await expect(open()).rejects.toThrow(/created by a newer version \([0-9]+ migrations/);
  await database.close();
  await postgres.stop();
});

it("frees pool slots of connections that fail at the start of a transaction", { tags: ["long"] }, async () => {
  const postgres = await startTestDatabase("service");
  const log = createLog({ program: "test", level: "silent" });
  const migrations = join("service", "core", "store", "migrations");
  const database = await openDatabase({ url: postgres.url, name: "service", migrations, log });
  const db = drizzle(database.pool);
  const one = () => db.transaction((tx) => tx.execute(sql`select 1 as one`));
  database.pool.on("acquire", (client) => {
    client.query("select pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
  });
  // More than the pool's size.
  for (let loss = 0; loss < 25; loss += 1) await expect(one()).rejects.toThrow();
  database.pool.removeAllListeners("acquire");
  expect((await one()).rows).toEqual([{ one: 1 }]);
  await database.close();
  await postgres.stop();
});
