import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { Settings } from "@/lib/core/settings/settings";
import type { Database } from "@/postgres/database";
import type { Cipher } from "./store/cipher";
import type { Notifications } from "./store/notifications";

/**
 * What every subject of the service works with. What a subject adds is declared there (`WithGit`, `WithImages`, …), and
 * a function names what it needs: `(context: Context & WithGit)`.
 */
export interface Context {
  settings: Settings;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Name of this process among several on one database. */
  instance: string;
  database: Database;
  db: NodePgDatabase;
  cipher: Cipher;
  notifications: Notifications;
  /** Address this service answers on from its own machine, known once it listens. */
  origin(): string;
}
