import { join } from "node:path";
import { createLog } from "@/lib/core/log";
import { freePort } from "@/lib/core/settings/free-port";
import { keysFile } from "@/lib/core/settings/keys";
import { readSettings } from "@/lib/core/settings/settings";
import { lockDataDir } from "@/postgres/lock";
import { startPostgres } from "@/postgres/server";
import { startService } from "./start";

/**
 * Runs the service as a program until it is told to stop: prints one JSON line `{"url","keysFile"}` on standard output
 * once it accepts requests. Without `DATABASE_URL` it brings its own database.
 */
export async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const wanted = readSettings(environment);
  const servicePort = await freePort(wanted.host, wanted.servicePort);
  const sshPort = wanted.sshPort && (await freePort(wanted.host, wanted.sshPort, [servicePort]));
  const settings = readSettings({
    ...environment,
    SERVICE_PORT: String(servicePort),
    ...(sshPort ? { SSH_PORT: String(sshPort) } : {}),
  });
  const log = createLog({ program: "service", level: settings.logLevel });

  const unlock = settings.databaseUrl ? async () => {} : await lockDataDir(settings.dataDir);
  const postgres = settings.databaseUrl ? undefined : await startPostgres({ dataDir: settings.dataDir, log });
  const running = await startService({
    settings,
    databaseUrl: settings.databaseUrl ?? postgres?.url ?? "",
    alone: postgres !== undefined || environment.SLIPWAY_SUPERVISED === "1",
    log,
  }).catch(async (error) => {
    await postgres?.stop();
    await unlock();
    throw error;
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await running.close();
    await postgres?.stop();
    await unlock();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  // A supervisor that was killed leaves a closed channel behind: then this process has to end too.
  process.on("disconnect", stop);

  const ready = { url: running.url, keysFile: join(settings.dataDir, keysFile) };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}
