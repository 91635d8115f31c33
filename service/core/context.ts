import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { Settings } from "@/lib/core/settings/settings";
import type { Database } from "@/postgres/database";
import type { Cipher } from "./store/cipher";
import type { Notifications } from "./store/notifications";

/**
 * Dependencies shared by the whole service. Feature folders declare their own (`WithGit`, `WithImages`, …); a function's
 * parameter type lists what it needs: `(context: Context & WithGit)`.
 */
export interface Context {
  settings: Settings;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Unique id of this process among the services that share the database. */
  instance: string;
  database: Database;
  db: NodePgDatabase;
  cipher: Cipher;
  notifications: Notifications;
  /** Local address the service listens on. */
  origin(): string;
}
