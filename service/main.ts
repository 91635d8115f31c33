import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLog } from "@/lib/core/log";
import { freePort } from "@/lib/core/settings/free-port";
import { keysFile } from "@/lib/core/settings/keys";
import { localUrl, readSettings } from "@/lib/core/settings/settings";
import { startTracing } from "@/lib/core/tracing/start-tracing";
import { lockDataDir, serviceLock } from "@/postgres/lock";
import { startPostgres } from "@/postgres/server";
import { RunProcesses } from "@/runner/run-process/run-processes";
import { startService } from "./start";

/**
 * Runs the service until it receives a signal. Prints one JSON line `{"url","keysFile"}` to standard output once it
 * accepts requests. Starts an embedded database when `DATABASE_URL` is not set.
 */
export async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const requested = readSettings(environment);
  const servicePort = await freePort(requested.host, requested.servicePort);
  const sshPort = requested.sshPort && (await freePort(requested.host, requested.sshPort, [servicePort]));
  const settings = readSettings({
    ...environment,
    SERVICE_PORT: String(servicePort),
    ...(sshPort ? { SSH_PORT: String(sshPort) } : {}),
  });
  const log = createLog({ program: "service", level: settings.logLevel });
  const stopTracing = await startTracing("service", environment);

  const isExclusive = settings.databaseUrl === undefined || environment.SLIPWAY_SUPERVISED === "1";
  // A supervisor that was killed leaves a service behind that hangs, and the folder's lock is the supervisor's.
  const unlockService = isExclusive ? await lockDataDir(settings.dataDir, serviceLock) : async () => {};
  const unlockFolder = settings.databaseUrl ? async () => {} : await lockDataDir(settings.dataDir);
  const unlock = async () => {
    await unlockFolder();
    await unlockService();
  };
  const postgres = settings.databaseUrl ? undefined : await startPostgres({ dataDir: settings.dataDir, log });
  const runProcesses = new RunProcesses();
  const running = await startService({
    settings,
    databaseUrl: settings.databaseUrl ?? postgres?.url ?? "",
    exclusive: isExclusive,
    executeRun: runProcesses.execute,
    log,
  }).catch(async (error) => {
    runProcesses.close();
    await postgres?.stop();
    await unlock();
    throw error;
  });

  // Read by other commands, such as `slipway agents`. The supervisor writes its own.
  const addressFile = join(settings.dataDir, "running.json");
  const isSupervised = environment.SLIPWAY_SUPERVISED !== undefined;
  if (!isSupervised) {
    const databaseUrl = settings.databaseUrl ?? postgres?.url;
    const addresses = { databaseUrl, serviceUrl: localUrl(settings.host, Number(new URL(running.url).port)) };
    await writeFile(addressFile, JSON.stringify(addresses), { mode: 0o600 });
  }

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    runProcesses.close();
    await running.close();
    if (!isSupervised) await rm(addressFile, { force: true });
    await postgres?.stop();
    await unlock();
    await stopTracing();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  // The channel closes when the supervisor is killed.
  process.on("disconnect", stop);

  const ready = { url: running.url, keysFile: join(settings.dataDir, keysFile) };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}
