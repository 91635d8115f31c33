import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { type Clock, systemClock } from "@/lib/core/clock";
import { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import { type Ids, systemIds } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import { ownReceiverUrl } from "@/lib/core/settings/own-receiver";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { Settings } from "@/lib/core/settings/settings";
import { openDatabase } from "@/postgres/database";
import { createCatalogue } from "./agents/model-catalog";
import { createArtifactLinks } from "./artifacts/artifact-links";
import { createArtifactRoute } from "./artifacts/serve-artifact";
import { startChores } from "./chores";
import { health } from "./core/http/health";
import { createPointBudget } from "./core/http/points";
import { createRouter } from "./core/http/router";
import { serve } from "./core/http/server";
import { createCipher, encryptionKey } from "./core/store/cipher";
import { openNotifications } from "./core/store/notifications";
import { createDemoPulls } from "./demo/create-demo-pulls";
import { createDemo } from "./demo/demo-repository";
import { environmentSchema } from "./description/environment-schema";
import { createDescription } from "./description/openapi";
import { createObjectReaders } from "./git/object-readers";
import { createRepositoryStore } from "./git/repository-store";
import { gitVersion } from "./git/run-git";
import { createTarballRoute } from "./hosting/contents/serve-tarball";
import { createTarballLinks } from "./hosting/contents/tarball-links";
import { createTarballStore } from "./hosting/contents/tarball-store";
import { recordMissedMoves } from "./hosting/git-data/record-missed-moves";
import { settleRefUpdates } from "./hosting/git-data/settle-ref-updates";
import { createGitDesk, createGitRoute } from "./hosting/git-http/git-authorization";
import { createMergePreparation } from "./hosting/mergeability/merge-preparation";
import { createMirrorWork } from "./hosting/mirrors/mirror-work";
import { followLeftovers } from "./hosting/pulls/follow-ref-updates";
import { alignHeads } from "./hosting/repositories/default-branch";
import { removeOrphans } from "./hosting/repositories/remove-orphans";
import { serveKeys } from "./hosting/signing/serve-keys";
import { createWebhookPoster } from "./hosting/webhooks/post-webhook";
import { freeDeliveries, startWebhookSender } from "./hosting/webhooks/webhook-sender";
import { createImageFetcher } from "./images/fetch-image";
import { operations } from "./operations.generated";
import { setUpPeople } from "./people/first-start";
import { createQueueCursors } from "./queue/queue-cursors";
import { clearWatchSlots } from "./queue/watch-limit";
import { createRemotes } from "./remotes/remotes";
import { probeIsolation } from "./runner/isolation";
import { createDispatcher } from "./runs/dispatcher";
import { createRunCredentials } from "./runs/run-credentials";
import { createRunFeeds } from "./runs/run-feeds";
import type { Service } from "./service";
import { startSshServer } from "./ssh/ssh-server";
import { createRunFilesRoute } from "./workers/connection/serve-run-files";
import { createWorkerEndpoint } from "./workers/connection/worker-endpoint";

export interface RunningService {
  url: string;
  /** Where git over SSH is served, if it is. */
  ssh: { port: number; hostKey: string } | undefined;
  service: Service;
  close(): Promise<void>;
}

/** Starts the service on a database server and accepts requests. */
export async function startService(options: {
  settings: Settings;
  /** URL of the PostgreSQL server. */
  databaseUrl: string;
  /** No other service works on the same data: runs found under way were this one's own. */
  alone: boolean;
  log: Log;
  clock?: Clock;
  ids?: Ids;
}): Promise<RunningService> {
  const { settings, log } = options;
  const clock = options.clock ?? systemClock;
  const ids = options.ids ?? systemIds;
  log.info({ git: await gitVersion() }, "git is there");
  await mkdir(settings.dataDir, { recursive: true });
  const migrations = join(projectRoot, "service", "core", "store", "migrations");
  const database = await openDatabase({ url: options.databaseUrl, name: "service", migrations, log });
  const db = drizzle(database.pool);
  let origin = settings.servicePublicUrl;
  const key = await encryptionKey(settings.encryptionKey, settings.dataDir);

  const notifications = await openNotifications(database.url, log);

  const cipher = createCipher(key);
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
    points: createPointBudget("core", settings.repohostPointsPerMinute, clock),
    artifactLinks: createArtifactLinks(key, clock),
    tarballLinks: createTarballLinks(key, clock),
    tarballs: createTarballStore(settings.dataDir),
    queueCursors: createQueueCursors(key, clock),
    repositories: createRepositoryStore(settings.dataDir),
    objects: createObjectReaders(clock),
    refLocks: new KeyedMutex(),
    webhookPoster: createWebhookPoster({
      clock,
      local: settings.webhookLocalReceivers,
      own: ownReceiverUrl(settings),
    }),
    catalogue: createCatalogue(settings),
    images: createImageFetcher({
      ownOrigins: [settings.webUrl, settings.servicePublicUrl, settings.gitUrl],
      log,
    }),
    runCredentials: createRunCredentials(cipher, clock),
    remotes: createRemotes(settings),
    runFeeds: createRunFeeds({ db, clock, notifications }),
    isolation: await probeIsolation(),
    origin: () => origin,
  };
  const prepared = Object.assign(core, { mergePreparation: createMergePreparation(core) });
  const service: Service = Object.assign(prepared, {
    mirrors: createMirrorWork(prepared),
    dispatcher: createDispatcher(prepared),
  });

  await setUpPeople(service);
  if (options.alone) {
    await clearWatchSlots(service);
    await service.repositories.sweep();
    await removeOrphans(service);
    await service.mirrors.recover();
  }
  await settleRefUpdates(service, { alone: options.alone });
  await alignHeads(service);
  if (options.alone) {
    await recordMissedMoves(service);
    await freeDeliveries(service);
  }
  await followLeftovers(service);
  if (settings.demo) await createDemo(service);

  const api = createRouter(service, operations);
  const artifacts = createArtifactRoute(service);
  const tarballs = createTarballRoute(service);
  const desk = createGitDesk(service);
  const git = createGitRoute(service, desk);
  const runFiles = createRunFilesRoute(service);
  const workerEndpoint = createWorkerEndpoint(service);
  const description = createDescription(service, operations);
  const server = await serve(
    service,
    async (request, rawPath, rawQuery, requestId) =>
      (await health(service, rawPath)) ??
      (await description(request, rawPath)) ??
      environmentSchema(request, rawPath) ??
      (await artifacts(request, rawPath, rawQuery, requestId)) ??
      (await runFiles(request, rawPath, requestId)) ??
      (await tarballs(request, rawPath, rawQuery, requestId)) ??
      (await git(request, requestId)) ??
      (await serveKeys(service, request, rawPath)) ??
      (await api(request, rawPath, rawQuery, requestId)),
    { host: settings.host, port: settings.servicePort },
    workerEndpoint.upgrade,
  );
  const ssh = settings.sshPort === undefined ? undefined : await startSshServer(service, desk, settings.sshPort);
  origin = server.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  await service.dispatcher.recover(options.alone);
  const stopChores = startChores(service);
  log.info({ url: server.url }, "the service accepts requests");
  const webhooks = startWebhookSender(service);
  const closing = new AbortController();
  // Nobody waits for them, and two services must not open them twice.
  const demoPulls =
    settings.demo && options.alone
      ? createDemoPulls(service, closing.signal).catch((error: unknown) =>
          log.error({ err: error }, "the pull requests of the demo were not opened"),
        )
      : Promise.resolve();

  return {
    url: origin,
    ssh,
    service,
    async close() {
      closing.abort();
      stopChores();
      await demoPulls;
      await workerEndpoint.close();
      await service.mirrors.close();
      await service.mergePreparation.idle();
      await webhooks.close();
      await service.dispatcher.close();
      await ssh?.close();
      await server.close();
      service.objects.close();
      await service.notifications.close();
      await database.close();
    },
  };
}
