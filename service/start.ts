import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, systemClock } from "@/lib/core/clock";
import { type Ids, systemIds } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { Settings } from "@/lib/core/settings/settings";
import { openDatabase } from "@/postgres/database";
import { startChores } from "./chores";
import { serve } from "./core/http/server";
import { createService } from "./create-service";
import { createDemoPulls } from "./demo/create-demo-pulls";
import { createDemo } from "./demo/demo-repository";
import { gitVersion } from "./git/run-git";
import { recordMissedMoves } from "./hosting/git-data/record-missed-moves";
import { settleRefUpdates } from "./hosting/git-data/settle-ref-updates";
import { createGitDesk } from "./hosting/git-http/git-authorization";
import { startSshServer } from "./hosting/git-ssh/ssh-server";
import { followLeftovers } from "./hosting/pulls/follow-ref-updates";
import { alignHeads } from "./hosting/repositories/default-branch";
import { removeOrphans } from "./hosting/repositories/remove-orphans";
import { freeDeliveries, startWebhookSender } from "./hosting/webhooks/webhook-sender";
import { setUpPeople } from "./people/first-start";
import { clearWatchSlots } from "./queue/watch-limit";
import { createRoutes } from "./routes";
import type { Service } from "./service";
import { createWorkerEndpoint } from "./workers/connection/worker-endpoint";

export interface RunningService {
  url: string;
  /** Where git over SSH is served, if it is. */
  ssh: { port: number; hostKey: string } | undefined;
  service: Service;
  /** Settles once the pull requests of the demo are complete, or failed. */
  demoPulls: Promise<void>;
  close(): Promise<void>;
}

/** Brings the data in order before the first request: what a crash cut off is finished, or undone. */
async function recoverData(service: Service, alone: boolean): Promise<void> {
  await setUpPeople(service);
  if (alone) {
    await clearWatchSlots(service);
    await service.repositories.sweep();
    await removeOrphans(service);
    await service.mirrors.recover();
  }
  await settleRefUpdates(service, { alone });
  await alignHeads(service);
  if (alone) {
    await recordMissedMoves(service);
    await freeDeliveries(service);
  }
  await followLeftovers(service);
  if (service.settings.demo) await createDemo(service);
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
  const { settings, log, alone } = options;
  log.info({ git: await gitVersion() }, "git is there");
  await mkdir(settings.dataDir, { recursive: true });
  const migrations = join(projectRoot, "service", "core", "store", "migrations");
  const database = await openDatabase({ url: options.databaseUrl, name: "service", migrations, log });
  const { clock = systemClock, ids = systemIds } = options;
  const { service, listensAt } = await createService({ settings, database, log, clock, ids });
  await recoverData(service, alone);

  const desk = createGitDesk(service);
  const workerEndpoint = createWorkerEndpoint(service);
  const server = await serve(
    service,
    createRoutes(service, desk),
    { host: settings.host, port: settings.servicePort },
    workerEndpoint.upgrade,
  );
  const ssh = settings.sshPort === undefined ? undefined : await startSshServer(service, desk, settings.sshPort);
  const origin = server.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  listensAt(origin);
  await service.dispatcher.recover(alone);
  const stopChores = startChores(service);
  log.info({ url: server.url }, "the service accepts requests");
  const webhooks = startWebhookSender(service);
  const closing = new AbortController();
  // Nobody waits for them, and two services must not open them twice.
  const demoPulls =
    settings.demo && alone
      ? createDemoPulls(service, closing.signal).catch((error: unknown) =>
          log.error({ err: error }, "the pull requests of the demo were not opened"),
        )
      : Promise.resolve();

  return {
    url: origin,
    ssh,
    service,
    demoPulls,
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
