import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { type Clock, systemClock } from "@/lib/clock/clock";
import { type Ids, systemIds } from "@/lib/clock/ids";
import type { Log } from "@/lib/log/log";
import type { Settings } from "@/lib/settings/settings";
import { openDatabase } from "@/postgres/database";
import { createCatalogue } from "./agents/catalogue";
import { createArtifactLinks } from "./artifacts/artifact-links";
import { createArtifactRoute } from "./artifacts/serve-artifact";
import { createDemo } from "./demo/demo-repository";
import { createDescription } from "./description/openapi";
import { createRepositoryStore } from "./git/repository-store";
import { gitVersion } from "./git/run-git";
import { createGitRoute } from "./git-access";
import { health } from "./http/health";
import { createRouter } from "./http/router";
import { serve } from "./http/server";
import { createImageFetcher } from "./images/fetch-image";
import { operations } from "./operations";
import { setUpPeople } from "./people/first-start";
import { projectRoot } from "./project-root";
import { removeOrphans } from "./repohost/repositories/remove-orphans";
import { probeIsolation } from "./runner/isolation";

import { createDispatcher } from "./runs/dispatcher";
import { createRunCredentials } from "./runs/run-credentials";
import { keepSweeping } from "./runs/sweep-events";
import type { Service } from "./service";
import { createCipher, encryptionKey } from "./store/cipher";
import { openNotifications } from "./store/notifications";

export interface RunningService {
  url: string;
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
  const migrations = join(projectRoot, "service", "store", "migrations");
  const database = await openDatabase({ url: options.databaseUrl, name: "service", migrations, log });
  const db = drizzle(database.pool);
  let origin = settings.servicePublicUrl;
  const key = await encryptionKey(settings.encryptionKey, settings.dataDir);

  const service: Service = {
    settings,
    clock,
    ids,
    log,
    instance: ids.uuid(),
    database,
    db,
    cipher: createCipher(key),
    artifactLinks: createArtifactLinks(key, clock),
    notifications: await openNotifications(database.url, log),
    repositories: createRepositoryStore(settings.dataDir),
    catalogue: createCatalogue(settings),
    images: createImageFetcher({
      ownOrigins: [settings.webUrl, settings.servicePublicUrl, settings.gitUrl],
      log,
    }),
    runCredentials: createRunCredentials(clock),
    isolation: await probeIsolation(),
    origin: () => origin,
    // The dispatcher works with the service it is part of.
    get dispatcher() {
      return dispatcher;
    },
  };
  const dispatcher = createDispatcher(service);

  await setUpPeople(service);
  if (options.alone) {
    await service.repositories.sweep();
    await removeOrphans(service);
  }
  if (settings.demo) await createDemo(service);

  const api = createRouter(service, operations);
  const artifacts = createArtifactRoute(service);
  const git = createGitRoute(service);
  const description = createDescription(service, operations);
  const server = await serve(
    service,
    async (request, rawPath, rawQuery, requestId) =>
      (await health(service, rawPath)) ??
      (await description(request, rawPath)) ??
      (await artifacts(request, rawPath, rawQuery, requestId)) ??
      (await git(request, requestId)) ??
      (await api(request, rawPath, rawQuery, requestId)),
    { host: settings.host, port: settings.servicePort },
  );
  origin = server.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  await service.dispatcher.recover(options.alone);
  const stopSweeping = keepSweeping(service);
  log.info({ url: server.url }, "the service accepts requests");

  return {
    url: origin,
    service,
    async close() {
      stopSweeping();
      await service.dispatcher.close();
      await server.close();
      await service.notifications.close();
      await database.close();
    },
  };
}
