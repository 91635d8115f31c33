import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import { createLog } from "@/lib/core/log";
import { freePort } from "@/lib/core/settings/free-port";
import { localUrl, readSettings, type Settings } from "@/lib/core/settings/settings";
import { lockDataDir, serviceLock } from "@/postgres/lock";
import { startPostgres } from "@/postgres/server";
import { detectedPresets } from "@/runner/programs/install-program";
import { missingSandboxError, probeSandbox } from "@/runner/sandbox/probe-sandbox";
import type { SandboxDriver } from "@/runner/sandbox/sandbox";
import { sandboxFix } from "@/runner/sandbox/sandbox-fix";

const readySeconds = 120;
const restartDelayMs = 1_000;
const reachableMs = 10_000;

interface Program {
  name: "service" | "dashboard";
  command: readonly string[];
  environment: NodeJS.ProcessEnv;
}

/** Waits until a URL responds without a server error. Throws after `readySeconds`. */
async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + readySeconds * 1_000;
  for (;;) {
    const response = await fetch(url, { redirect: "manual" }).catch(() => undefined);
    if (response && response.status < 500) return;
    if (Date.now() > deadline) throw new Error(`${url} didn't respond within ${readySeconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Warns if this machine can't reach a public address. Others may reach it: behind a router that doesn't let the machine
 * connect to itself, or with a certificate that only their browsers trust.
 */
async function warnIfUnreachable(publicUrl: string, path: string): Promise<void> {
  try {
    await fetch(publicUrl + path, { redirect: "manual", signal: AbortSignal.timeout(reachableMs) });
  } catch (error) {
    const reason = String(error instanceof Error && error.cause instanceof Error ? error.cause : error);
    console.log(`\nWarning: this machine can't reach ${publicUrl} (${reason}). Check that browsers and workers can.`);
  }
}

/** Runs a program, restarts it if it exits, and writes its output to a log file in the data folder. */
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
      console.error(`The ${program.name} exited (${signal ?? code}). Restarting. See logs/${program.name}.log.`);
      setTimeout(() => {
        if (!stopping) launch();
      }, restartDelayMs);
    });
  };
  launch();

  return {
    async stop() {
      stopping = true;
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        const killTimer = setTimeout(() => child.kill("SIGKILL"), 10_000);
        await exited;
        clearTimeout(killTimer);
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
    if (Date.now() > deadline) throw new Error("the dashboard didn't create a sign-in link. See logs/dashboard.log.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Replaces ports that are taken with free ones. */
async function resolvePorts(
  environment: NodeJS.ProcessEnv,
): Promise<{ settings: Settings; environment: NodeJS.ProcessEnv }> {
  const requested = readSettings(environment);
  const port = await freePort(requested.host, requested.port);
  const servicePort = requested.serviceUrl
    ? requested.servicePort
    : await freePort(requested.host, requested.servicePort, [port]);
  for (const [name, before, after] of [
    ["PORT", requested.port, port],
    ["SERVICE_PORT", requested.servicePort, servicePort],
  ]) {
    if (before !== after) console.log(`${name} ${before} is taken. Using ${after}.`);
  }
  const resolved = {
    ...environment,
    PORT: String(port),
    SERVICE_PORT: String(servicePort),
    DATA_DIR: requested.dataDir,
  };
  return { settings: readSettings(resolved), environment: resolved };
}

/** The sandbox that runs use on this machine; none with a remote service. */
async function sandboxOf(settings: Settings): Promise<{ sandbox?: SandboxDriver; sandboxError?: string }> {
  if (settings.serviceUrl) return {};
  try {
    const sandbox = await probeSandbox(settings);
    const sandboxError = missingSandboxError(sandbox, settings);
    return sandboxError ? { sandbox, sandboxError } : { sandbox };
  } catch (error) {
    return { sandboxError: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs the database, the service and the dashboard until a signal. Prints the sign-in link. */
export async function supervise(options: {
  environment: NodeJS.ProcessEnv;
  root: string;
  dev: boolean;
}): Promise<void> {
  const { root } = options;
  const { settings, environment } = await resolvePorts(options.environment);
  const { dataDir } = settings;
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  // A service of a supervisor that was killed may still use the folder.
  const unlockService = await lockDataDir(dataDir, serviceLock);
  await unlockService();
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
  // Read by other commands, such as `npx slipway sign-in`.
  const serviceUrl = settings.serviceUrl ?? localUrl(settings.host, settings.servicePort);
  const localWebUrl = localUrl(settings.host, settings.port);
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
      await waitUntilReady(`${serviceUrl}/readyz`);
    }
    const next = createRequire(join(root, "package.json")).resolve("next/dist/bin/next");
    const mode = options.dev ? "dev" : "start";
    const command = [process.execPath, next, mode, "-H", settings.host, "-p", String(settings.port)];
    programs.push(keepRunning({ name: "dashboard", command, environment: shared }, { dataDir, root }));
    await waitUntilReady(`${localWebUrl}/api/healthz`);
    const link = await signInLink(linkFile);
    console.log(`\nSlipway is running at ${settings.webUrl}`);
    console.log(`Service: ${settings.serviceUrl ?? settings.servicePublicUrl}\nData and logs: ${dataDir}`);
    const found = settings.serviceUrl === undefined ? detectedPresets() : [];
    if (found.length > 0) {
      console.log(
        `Found: ${found.join(", ")}. Add one in Settings → Agents, or with npx slipway agents add ${found[0]}`,
      );
    }
    const { sandbox, sandboxError } = await sandboxOf(settings);
    if (sandboxError) console.log(`\nWarning: ${sandboxError}`);
    else if (sandbox === "none") console.log(`\nWarning: agents run without a sandbox. ${sandboxFix()}`);
    console.log(
      `\nSign in with this one-time link. It expires in 15 minutes; run \`npx slipway sign-in\` for a new one.\n\n  ${link}\n\nPress Ctrl-C to stop.`,
    );
    if (settings.webUrl !== localWebUrl) await warnIfUnreachable(settings.webUrl, "/api/healthz");
    if (!settings.serviceUrl && settings.servicePublicUrl !== serviceUrl)
      await warnIfUnreachable(settings.servicePublicUrl, "/readyz");
  } catch (error) {
    if (!stopping) {
      await stop();
      throw error;
    }
  }
}
