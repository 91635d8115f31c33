import "server-only";
import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Log } from "@/lib/core/log";
import { openDatabase } from "@/postgres/database";
import * as indexSchema from "./index-schema";
import * as queueSchema from "./queue-schema";
import * as personSchema from "./schema";
import * as webhookSchema from "./webhook-schema";

const schema = { ...personSchema, ...indexSchema, ...queueSchema, ...webhookSchema };

/** The dashboard's tables. */
export interface Store {
  database: NodePgDatabase<typeof schema>;
  /** For features that need a dedicated connection, such as locks. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Migrations are read at run time, from the folder the program was started in. */
const migrations = () => join(process.cwd(), "lib", "server", "db", "migrations");

/** Opens the dashboard's database and runs its migrations. */
export async function openStore(options: { url: string; log: Log }): Promise<Store> {
  const { pool, close } = await openDatabase({
    url: options.url,
    name: "dashboard",
    migrations: migrations(),
    log: options.log,
  });
  return { database: drizzle(pool, { schema }), pool, close };
}
