import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { logGitVersion } from "@/git/git-version";
import { type Clock, systemClock } from "@/lib/core/clock";
import { type Ids, systemIds } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { Settings } from "@/lib/core/settings/settings";
import { openDatabase } from "@/postgres/database";
import type { ExecuteRun } from "@/runner/run/run-spec";
import { startBackgroundJobs } from "./background-jobs";
import { serve } from "./core/http/server";
import { createService } from "./create-service";
import { createDemoPulls } from "./demo/create-demo-pulls";
import { createDemo } from "./demo/demo-repository";
import { recordMissedRefUpdates } from "./hosting/git-data/record-missed-ref-updates";
import { settleRefUpdates } from "./hosting/git-data/settle-ref-updates";
import { createHostingGitServer } from "./hosting/git-http/git-authorization";
import { startSshServer } from "./hosting/git-ssh/ssh-server";
import { followPendingRefUpdates } from "./hosting/pulls/follow-ref-updates";
import { syncHeads } from "./hosting/repositories/default-branch";
import { removeOrphans } from "./hosting/repositories/remove-orphans";
import { releaseDeliveries, startWebhookSender } from "./hosting/webhooks/webhook-sender";
import { startPreviews } from "./previews/start-previews";
import { clearWatchSlots } from "./queue/watch-limit";
import { createRoutes } from "./routes";
import type { Service } from "./service";
import { bootstrapTeam } from "./users/bootstrap-team";
import { createWorkerEndpoint } from "./workers/connection/worker-endpoint";

export interface RunningService {
  url: string;
  /** Git over SSH, when enabled. */
  ssh: { port: number; hostKey: string } | undefined;
  service: Service;
  /** Settles once the pull requests of the demo are complete, or failed. */
  demoPulls: Promise<void>;
  close(): Promise<void>;
}

/** Completes or rolls back what a crash interrupted. Runs before the first request. */
async function recoverData(service: Service, exclusive: boolean): Promise<void> {
  await bootstrapTeam(service);
  if (exclusive) {
    await clearWatchSlots(service);
    await service.repositories.sweep();
    await removeOrphans(service);
    await service.mirrors.recover();
  }
  await settleRefUpdates(service, { alone: exclusive });
  await syncHeads(service);
  if (exclusive) {
    await recordMissedRefUpdates(service);
    await releaseDeliveries(service);
  }
  await followPendingRefUpdates(service);
  if (service.settings.demo) await createDemo(service);
}

/** Creates the data folder. Other accounts of this machine can't open the folders with users' data. */
async function createDataFolders({ dataDir }: Settings): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const name of ["git", "git-hooks", "tarballs", "workspaces"]) {
    await mkdir(join(dataDir, name), { recursive: true, mode: 0o700 });
    await chmod(join(dataDir, name), 0o700);
  }
}

/** Starts the service on a database server and accepts requests. */
export async function startService(options: {
  settings: Settings;
  /** URL of the PostgreSQL server. */
  databaseUrl: string;
  /** No other service uses the same data, so leases and temporary files left from before are stale. */
  exclusive: boolean;
  /** How cloud runs are executed: in a process each, or for tests in this one. */
  executeRun: ExecuteRun;
  log: Log;
  clock?: Clock;
  ids?: Ids;
}): Promise<RunningService> {
  const { settings, log, exclusive, executeRun } = options;
  await logGitVersion(log);
  await createDataFolders(settings);
  const migrations = join(projectRoot, "service", "core", "store", "migrations");
  const database = await openDatabase({ url: options.databaseUrl, name: "service", migrations, log });
  const { clock = systemClock, ids = systemIds } = options;
  const { service, setOrigin } = await createService({ settings, database, executeRun, log, clock, ids });
  await recoverData(service, exclusive);

  const gitServer = createHostingGitServer(service);
  const workerEndpoint = createWorkerEndpoint(service);
  const server = await serve(
    service,
    createRoutes(service, gitServer),
    { host: settings.host, port: settings.servicePort, trustedProxies: settings.trustedProxies },
    workerEndpoint.upgrade,
  );
  const ssh = settings.sshPort === undefined ? undefined : await startSshServer(service, gitServer, settings.sshPort);
  const previews = await startPreviews(service);
  const origin = server.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  setOrigin(origin);
  await service.dispatcher.recover(exclusive);
  const stopBackgroundJobs = startBackgroundJobs(service);
  log.info({ url: server.url }, "service started");
  const webhooks = startWebhookSender(service);
  const closing = new AbortController();
  // Opened in the background, and only by one service.
  const demoPulls =
    settings.demo && exclusive
      ? createDemoPulls(service, closing.signal).catch((error: unknown) =>
          log.error({ err: error }, "couldn't open the demo's pull requests"),
        )
      : Promise.resolve();

  return {
    url: origin,
    ssh,
    service,
    demoPulls,
    async close() {
      closing.abort();
      stopBackgroundJobs();
      await demoPulls;
      await workerEndpoint.close();
      await service.mirrors.close();
      await service.mergePreparation.idle();
      await webhooks.close();
      await service.dispatcher.close();
      await service.programLogins.close();
      await service.programChecks.close();
      await ssh?.close();
      await previews?.close();
      await server.close();
      service.objects.close();
      await service.notifications.close();
      await database.close();
    },
  };
}
