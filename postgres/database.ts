import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Log } from "@/lib/core/log";
import { ConnectionPool } from "./connection-pool";

export interface Database {
  pool: pg.Pool;
  /** URL of this database, for a dedicated `LISTEN` connection. */
  url: string;
  close(): Promise<void>;
}

/** The programs keep apart: one database each beside the one the URL names, as `<name>_service`. */
export function databaseUrl(serverUrl: string, name: string): { url: string; database: string } {
  const url = new URL(serverUrl);
  const base = decodeURIComponent(url.pathname.slice(1)) || "slipway";
  const database = base === "postgres" ? name : `${base}_${name}`;
  url.pathname = `/${encodeURIComponent(database)}`;
  return { url: url.href, database };
}

const migrationLock = 7_150_001;

async function createIfMissing(serverUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (rowCount) return;
    await client.query(`create database ${client.escapeIdentifier(database)}`).catch((error: pg.DatabaseError) => {
      const existsNow = error.code === "42P04" || error.code === "23505";
      if (!existsNow) throw error;
    });
  } finally {
    await client.end();
  }
}

/**
 * Opens a program's database, creating it when missing, and brings its tables up to date. Migrations of several
 * processes wait for each other. Throws when the stored data is newer than this version's migrations.
 */
export async function openDatabase(options: {
  url: string;
  name: "service" | "dashboard";
  /** Folder of the migrations drizzle-kit wrote. */
  migrations: string;
  log: Log;
}): Promise<Database> {
  const { url, database } = databaseUrl(options.url, options.name);
  const direct = new pg.Client({ connectionString: url });
  await direct.connect().catch(() => createIfMissing(options.url, database));
  await direct.end().catch(() => undefined);

  const pool = new ConnectionPool({ connectionString: url, max: 20 });
  // A connection that is lost between two queries of a transaction tells nobody but itself; unheard, that would end the program.
  pool.on("connect", (client) => {
    client.on("error", ({ message }) => options.log.warn({ reason: message }, "a database connection was lost"));
  });
  pool.on("error", () => undefined);
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await refuseNewerData(client, options.migrations);
    await migrate(drizzle(client), { migrationsFolder: options.migrations });
  } catch (error) {
    client.release(true);
    await pool.end();
    throw error;
  }
  await client.query("select pg_advisory_unlock($1)", [migrationLock]);
  client.release();
  return { pool, url, close: () => pool.end() };
}

async function refuseNewerData(client: pg.PoolClient, migrations: string): Promise<void> {
  const { readMigrationFiles } = await import("drizzle-orm/migrator");
  const known = readMigrationFiles({ migrationsFolder: migrations }).length;
  const { rows } = await client.query<{ present: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as present",
  );
  if (!rows[0]?.present) return;
  const applied = await client.query<{ count: number }>(
    "select count(*)::int as count from drizzle.__drizzle_migrations",
  );
  const count = applied.rows[0]?.count ?? 0;
  if (count > known) {
    throw new Error(`the stored data is of a newer version (${count} migrations, this version knows ${known})`);
  }
}
