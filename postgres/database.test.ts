import { join } from "node:path";
import { expect, it } from "vitest";
import { createLog } from "@/lib/log/log";
import { openDatabase } from "./database";
import { startTestPostgres } from "./testing";

it("lives through the loss of a connection that is in use and idle, as between two queries of a transaction", async () => {
  const postgres = await startTestPostgres();
  const lines: string[] = [];
  const log = createLog({ program: "test", level: "warn" }, { write: (line: string) => void lines.push(line) });
  const migrations = join("service", "store", "migrations");
  const database = await openDatabase({ url: postgres.url, name: "service", migrations, log });
  const client = await database.pool.connect();
  await client.query("begin");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  await database.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  expect(lines.join("")).toContain("a database connection was lost");
  await expect(client.query("commit")).rejects.toThrow();
  client.release(true);
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await database.close();
  await postgres.stop();
});
