import "server-only";
import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Log } from "@/lib/core/log";
import { openDatabase } from "@/postgres/database";
import * as automationSchema from "./automation-schema";
import * as batchSchema from "./batch-schema";
import * as budgetSchema from "./budget-schema";
import * as followUpSchema from "./follow-up-schema";
import * as indexSchema from "./index-schema";
import * as notificationSchema from "./notification-schema";
import * as queueSchema from "./queue-schema";
import * as mainSchema from "./schema";
import * as searchSchema from "./search-schema";
import * as variableSchema from "./variable-schema";
import * as webhookSchema from "./webhook-schema";

const schema = {
  ...searchSchema,
  ...mainSchema,
  ...indexSchema,
  ...queueSchema,
  ...webhookSchema,
  ...followUpSchema,
  ...notificationSchema,
  ...variableSchema,
  ...budgetSchema,
  ...batchSchema,
  ...automationSchema,
};

/** The dashboard's tables. */
export interface Store {
  database: NodePgDatabase<typeof schema>;
  /** For features that need a dedicated connection, such as locks. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens the dashboard's database and runs its migrations. They are read at run time from `root`, the folder of the package: by
 * default the current one, in which the dashboard is started.
 */
export async function openStore(options: { url: string; log: Log; root?: string }): Promise<Store> {
  const { pool, close } = await openDatabase({
    url: options.url,
    name: "dashboard",
    migrations: join(options.root ?? process.cwd(), "lib", "server", "db", "migrations"),
    log: options.log,
  });
  return { database: drizzle(pool, { schema }), pool, close };
}
