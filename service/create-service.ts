import { drizzle } from "drizzle-orm/node-postgres";
import { createObjectReaders } from "@/git/objects/object-readers";
import { createRepositoryLocks } from "@/git/repository-locks";
import { createRepositoryStore } from "@/git/repository-store";
import type { Clock } from "@/lib/core/clock";
import { createWebhookPoster } from "@/lib/core/http/post-webhook";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { Settings } from "@/lib/core/settings/settings";
import { webhookReceiverUrl } from "@/lib/core/settings/webhook-receiver";
import type { Database } from "@/postgres/database";
import type { ExecuteRun } from "@/runner/run/run-spec";
import { probeSandbox } from "@/runner/sandbox/probe-sandbox";
import { createProgramChecks } from "./agent-programs/program-checks";
import { createProgramLogins } from "./agent-programs/program-logins";
import { createArtifactLinks } from "./artifacts/artifact-links";
import { createPointBudget } from "./core/http/points";
import { createPublicFetch } from "./core/http/public-fetch";
import { createCipher, encryptionKey } from "./core/store/cipher";
import { openNotifications } from "./core/store/notifications";
import { createGitHub } from "./github/github";
import { createGitHubApps } from "./github/github-apps";
import { createTarballLinks } from "./hosting/contents/tarball-links";
import { createTarballStore } from "./hosting/contents/tarball-store";
import { createRunCredentials } from "./hosting/git-http/run-credentials";
import { createMergePreparation } from "./hosting/mergeability/merge-preparation";
import { createMirrorWorker } from "./hosting/mirrors/mirror-worker";
import { createImageFetcher } from "./images/fetch-image";
import { createCatalog } from "./models/model-catalog";
import { createPreviewSessions } from "./previews/preview-sessions";
import { createQueueCursors } from "./queue/queue-cursors";
import { createRemotes } from "./remotes/remotes";
import { createDispatcher } from "./runs/dispatcher";
import { createRunFeeds } from "./runs/run-feeds";
import type { Service } from "./service";

/**
 * Creates the context that operations use, on an open database. Links use the public URL until `setOrigin` is called with
 * the address the service listens on.
 */
export async function createService(options: {
  settings: Settings;
  database: Database;
  executeRun: ExecuteRun;
  log: Log;
  clock: Clock;
  ids: Ids;
}): Promise<{ service: Service; setOrigin(origin: string): void }> {
  const { settings, database, executeRun, log, clock, ids } = options;
  const db = drizzle(database.pool);
  const key = await encryptionKey(settings.encryptionKey, settings.dataDir);
  const notifications = await openNotifications(database.url, log);
  const cipher = createCipher(key);
  const apps = await createGitHubApps({ db, cipher, notifications, log });
  const github = createGitHub(settings, { clock, log, apps });
  let origin = settings.servicePublicUrl;
  const core = {
    settings,
    clock,
    ids,
    log,
    instance: ids.uuid(),
    database,
    db,
    cipher,
    notifications,
    points: createPointBudget("core", settings.repohostPointsPerMinute, { db, clock }),
    artifactLinks: createArtifactLinks(key, clock),
    tarballLinks: createTarballLinks(key, clock),
    tarballs: createTarballStore(settings.dataDir),
    queueCursors: createQueueCursors(key, clock),
    repositories: createRepositoryStore(settings.dataDir),
    objects: createObjectReaders(clock),
    locks: createRepositoryLocks(),
    webhookPoster: createWebhookPoster({
      clock,
      local: settings.webhookLocalReceivers,
      own: webhookReceiverUrl(settings),
    }),
    catalog: createCatalog({ settings, db, cipher }),
    images: createImageFetcher({
      ownOrigins: [settings.webUrl, settings.servicePublicUrl, settings.gitUrl],
      log,
    }),
    mcpFetch: createPublicFetch(settings),
    runCredentials: createRunCredentials(cipher, clock),
    remotes: createRemotes(settings, undefined, github),
    github,
    previews: createPreviewSessions(clock),
    runFeeds: createRunFeeds({ db, clock, notifications }),
    sandbox: await probeSandbox(settings),
    executeRun,
    origin: () => origin,
  };
  const prepared = Object.assign(core, { mergePreparation: createMergePreparation(core) });
  const service: Service = Object.assign(prepared, {
    mirrors: createMirrorWorker(prepared),
    dispatcher: createDispatcher(prepared),
    programChecks: createProgramChecks(prepared),
    programLogins: createProgramLogins(prepared),
  });
  return {
    service,
    setOrigin(address) {
      origin = address;
    },
  };
}
