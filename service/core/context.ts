import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Clock } from "@/lib/core/clock";
import type { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { Settings } from "@/lib/core/settings/settings";
import type { Database } from "@/postgres/database";
import type { AgentCatalogue } from "../agents/model-catalog";
import type { ArtifactLinks } from "../artifacts/artifact-links";
import type { ObjectReaders } from "../git/object-readers";
import type { RepositoryStore } from "../git/repository-store";
import type { TarballLinks } from "../hosting/contents/tarball-links";
import type { TarballStore } from "../hosting/contents/tarball-store";
import type { MergePreparation } from "../hosting/mergeability/merge-preparation";
import type { MirrorWork } from "../hosting/mirrors/mirror-work";
import type { WebhookPoster } from "../hosting/webhooks/post-webhook";
import type { ImageFetcher } from "../images/fetch-image";
import type { QueueCursors } from "../queue/queue-cursors";
import type { Remotes } from "../remotes/remotes";
import type { Isolation } from "../runner/run-spec";
import type { RunDispatcher } from "../runs/dispatcher";
import type { RunCredentials } from "../runs/run-credentials";
import type { RunFeeds } from "../runs/run-feeds";
import type { PointBudget } from "./http/points";
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
  objects: ObjectReaders;
  /** Serializes what moves the references of one repository. */
  refLocks: KeyedMutex;
  mergePreparation: MergePreparation;
  mirrors: MirrorWork;
  webhookPoster: WebhookPoster;
  catalogue: AgentCatalogue;
  images: ImageFetcher;
  /** Points of the hosting API. */
  points: PointBudget;
  artifactLinks: ArtifactLinks;
  tarballLinks: TarballLinks;
  tarballs: TarballStore;
  queueCursors: QueueCursors;
  dispatcher: RunDispatcher;
  runCredentials: RunCredentials;
  remotes: Remotes;
  runFeeds: RunFeeds;
  /** How agent processes are kept from the rest of this machine. */
  isolation: Isolation;
  /** Address this service answers on from its own machine, known once it listens. */
  origin(): string;
}
