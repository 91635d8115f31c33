import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createLog } from "@/lib/core/log";
import { freePort } from "@/lib/core/settings/free-port";
import { readSettings, type Settings } from "@/lib/core/settings/settings";
import { lockDataDir } from "@/postgres/lock";
import { startPostgres } from "@/postgres/server";

const readySeconds = 120;
const restartPauseMs = 1_000;

interface Program {
  name: "service" | "dashboard";
  command: readonly string[];
  environment: NodeJS.ProcessEnv;
}

/** Waits until an address answers. Throws when it does not within the time a slow machine may need. */
async function answers(url: string): Promise<void> {
  const deadline = Date.now() + readySeconds * 1_000;
  for (;;) {
    const response = await fetch(url, { redirect: "manual" }).catch(() => undefined);
    if (response && response.status < 500) return;
    if (Date.now() > deadline) throw new Error(`${url} did not answer within ${readySeconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Keeps one program running, its output in a file of the data folder. */
function keepRunning(program: Program, { dataDir, root }: { dataDir: string; root: string }) {
  const output = createWriteStream(join(dataDir, "logs", `${program.name}.log`), { flags: "a", mode: 0o600 });
  const [command = process.execPath, ...args] = program.command;
  let child: ChildProcess;
  let stopping = false;

  const launch = () => {
    child = spawn(command, args, {
      cwd: root,
      env: program.environment,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
    });
    child.stdout?.pipe(output, { end: false });
    child.stderr?.pipe(output, { end: false });
    child.once("exit", (code, signal) => {
      if (stopping) return;
      console.error(`The ${program.name} ended (${signal ?? code}); starting it again. See logs/${program.name}.log.`);
      setTimeout(() => {
        if (!stopping) launch();
      }, restartPauseMs);
    });
  };
  launch();

  return {
    async stop() {
      stopping = true;
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, "exit");
        child.kill("SIGTERM");
        const hard = setTimeout(() => child.kill("SIGKILL"), 10_000);
        await gone;
        clearTimeout(hard);
      }
      output.end();
    },
  };
}

async function signInLink(file: string): Promise<string> {
  const Link = z.object({ url: z.string() });
  const deadline = Date.now() + readySeconds * 1_000;
  for (;;) {
    const text = await readFile(file, "utf8").catch(() => "");
    if (text) return Link.parse(JSON.parse(text)).url;
    if (Date.now() > deadline) throw new Error("the dashboard made no sign-in link; see logs/dashboard.log");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Addresses both programs agree on, with ports that are free. */
async function settle(environment: NodeJS.ProcessEnv): Promise<{ settings: Settings; environment: NodeJS.ProcessEnv }> {
  const wanted = readSettings(environment);
  const port = await freePort(wanted.host, wanted.port);
  const servicePort = wanted.serviceUrl ? wanted.servicePort : await freePort(wanted.host, wanted.servicePort, [port]);
  for (const [name, was, is] of [
    ["PORT", wanted.port, port],
    ["SERVICE_PORT", wanted.servicePort, servicePort],
  ]) {
    if (was !== is) console.log(`${name} ${was} is taken; using ${is}.`);
  }
  const settled = { ...environment, PORT: String(port), SERVICE_PORT: String(servicePort), DATA_DIR: wanted.dataDir };
  return { settings: readSettings(settled), environment: settled };
}

/** Runs database, service and dashboard until a signal; prints where to sign in. */
export async function supervise(options: {
  environment: NodeJS.ProcessEnv;
  root: string;
  dev: boolean;
}): Promise<void> {
  const { root } = options;
  const { settings, environment } = await settle(options.environment);
  const { dataDir } = settings;
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  await mkdir(join(dataDir, "logs"), { recursive: true, mode: 0o700 });
  await chmod(join(dataDir, "logs"), 0o700);
  const linkFile = join(dataDir, "sign-in-link.json");
  await rm(linkFile, { force: true });

  const log = createLog({ program: "start", level: "warn" });
  const postgres = settings.databaseUrl ? undefined : await startPostgres({ dataDir, log });
  const shared: NodeJS.ProcessEnv = {
    ...environment,
    NODE_ENV: options.dev ? "development" : "production",
    DATABASE_URL: settings.databaseUrl ?? postgres?.url,
    WEB_URL: settings.webUrl,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  // For commands run beside it, such as `npm run sign-in`.
  const serviceUrl = settings.serviceUrl ?? settings.servicePublicUrl;
  const addresses = { databaseUrl: shared.DATABASE_URL, webUrl: settings.webUrl, serviceUrl };
  const addressFile = join(dataDir, "running.json");
  await writeFile(addressFile, JSON.stringify(addresses), { mode: 0o600 });
  const programs: { stop(): Promise<void> }[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await Promise.all(programs.map((program) => program.stop()));
      await postgres?.stop();
      await rm(addressFile, { force: true });
      await unlock();
    })();
    return stopping;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      stop().then(() => process.exit(0));
    });
  }

  try {
    if (!settings.serviceUrl) {
      const slipway = join(root, "scripts", "slipway.mjs");
      const supervised = { ...shared, SLIPWAY_SUPERVISED: postgres ? "1" : "0" };
      programs.push(
        keepRunning(
          {
            name: "service",
            command: [process.execPath, "--enable-source-maps", slipway, "service"],
            environment: supervised,
          },
          { dataDir, root },
        ),
      );
      await answers(`${settings.servicePublicUrl}/readyz`);
    }
    const next = join(root, "node_modules", "next", "dist", "bin", "next");
    const mode = options.dev ? "dev" : "start";
    const command = [process.execPath, next, mode, "-H", settings.host, "-p", String(settings.port)];
    programs.push(keepRunning({ name: "dashboard", command, environment: shared }, { dataDir, root }));
    await answers(`${settings.webUrl}/api/healthz`);
    const link = await signInLink(linkFile);
    console.log(`\nSlipway runs at ${settings.webUrl}`);
    console.log(`Service at ${settings.serviceUrl ?? settings.servicePublicUrl}; data and logs in ${dataDir}`);
    console.log(
      `\nSign in (once, within 15 minutes; \`npm run sign-in\` prints another):\n\n  ${link}\n\nCtrl-C stops all.`,
    );
  } catch (error) {
    if (!stopping) {
      await stop();
      throw error;
    }
  }
}
