import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Log } from "@/lib/log/log";
import { openDatabase } from "@/postgres/database";
import * as schema from "./schema";

/** The dashboard's own tables. */
export interface Store {
  database: NodePgDatabase<typeof schema>;
  close(): Promise<void>;
}

/** Migrations are read at run time, from the folder the program was started in. */
const migrations = () => join(process.cwd(), "lib", "store", "migrations");

/** Opens the dashboard's database and brings its tables up to date. */
export async function openStore(options: { url: string; log: Log }): Promise<Store> {
  const { pool, close } = await openDatabase({
    url: options.url,
    name: "dashboard",
    migrations: migrations(),
    log: options.log,
  });
  return { database: drizzle(pool, { schema }), close };
}
