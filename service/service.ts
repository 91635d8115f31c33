import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Clock } from "@/lib/clock/clock";
import type { Ids } from "@/lib/clock/ids";
import type { Log } from "@/lib/log/log";
import type { Settings } from "@/lib/settings/settings";
import type { Database } from "@/postgres/database";
import type { AgentCatalogue } from "./agents/catalogue";
import type { ArtifactLinks } from "./artifacts/artifact-links";
import type { RepositoryStore } from "./git/repository-store";
import type { ImageFetcher } from "./images/fetch-image";
import type { Isolation } from "./runner/run-spec";
import type { RunDispatcher } from "./runs/dispatcher";
import type { RunCredentials } from "./runs/run-credentials";
import type { Cipher } from "./store/cipher";
import type { Notifications } from "./store/notifications";

/** What every operation works with. Built once by `start.ts`. */
export interface Service {
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
  repositories: RepositoryStore;
  catalogue: AgentCatalogue;
  images: ImageFetcher;
  artifactLinks: ArtifactLinks;
  dispatcher: RunDispatcher;
  runCredentials: RunCredentials;
  /** How agent processes are kept from the rest of this machine. */
  isolation: Isolation;
  /** Address this service answers on from its own machine, known once it listens. */
  origin(): string;
}
