import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createLog } from "@/lib/core/log";
import { Keys } from "@/lib/core/settings/keys";
import { testPort } from "@/lib/core/testing/test-port";
import { startPostgres } from "@/postgres/server";
import { startNginx } from "@/scripts/testing/reverse-proxies";
import { runSlipway } from "@/scripts/testing/run-slipway";
import type { ServiceUnderTest } from "./pool-harness";

/** A service or a dashboard that tests kill and start again on the same port. */
interface ClusterProgram {
  name: string;
  /** Resolves once it accepts requests. */
  start(): Promise<void>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

/** Services and dashboards, two of each by default, on one database and one data folder, behind nginx. */
export interface Cluster extends ServiceUnderTest {
  webUrl: string;
  dataDir: string;
  programs: readonly ClusterProgram[];
  /** Reads the services' database. */
  query(text: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  /** Runs the `slipway` command with the cluster's settings. */
  slipway(...args: string[]): ReturnType<typeof runSlipway>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Serves HTTPS with this certificate. */
  certificate?: { file: string; keyFile: string };
  instances?: number;
  settings?: Readonly<Record<string, string>>;
}

function clusterProgram(command: "service" | "dashboard", port: number, environment: Readonly<Record<string, string>>) {
  const name = `${command} on port ${port}`;
  const health = `http://127.0.0.1:${port}${command === "service" ? "/readyz" : "/api/healthz"}`;
  let child: ChildProcess | undefined;
  let output = "";
  return {
    name,
    async start() {
      output = "";
      const started = spawn(process.execPath, ["scripts/slipway.mjs", command], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...environment, [command === "service" ? "SERVICE_PORT" : "PORT"]: String(port) },
        // `slipway dashboard` runs Next.js as a child process, which has to be killed, too.
        detached: command === "dashboard",
      });
      child = started;
      for (const stream of [started.stdout, started.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          output = `${output}${chunk}`.slice(-8_000);
        });
      }
      for (;;) {
        const response = await fetch(health).catch(() => undefined);
        if (response?.ok) return;
        if (started.exitCode !== null) throw new Error(`${name} exited with ${started.exitCode}: ${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async kill() {
      if (child?.pid === undefined) return;
      const { pid, exitCode, signalCode } = child;
      if (exitCode !== null || signalCode !== null) throw new Error(`${name} exited on its own: ${output}`);
      const exited = once(child, "exit");
      process.kill(command === "dashboard" ? -pid : pid, "SIGKILL");
      await exited;
      child = undefined;
    },
  };
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { certificate, instances = 2, settings = {} } = options;
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-cluster-"));
  const log = createLog({ program: "test", level: "silent" });
  const postgres = await startPostgres({ dataDir, log });
  const [webPort, gitPort] = [await testPort(), await testPort()];
  const scheme = certificate ? "https" : "http";
  const webUrl = `${scheme}://127.0.0.1:${webPort}`;
  const serviceUrl = `${scheme}://127.0.0.1:${gitPort}`;
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    WEB_URL: webUrl,
    SERVICE_PUBLIC_URL: serviceUrl,
    TRUSTED_PROXIES: "127.0.0.1",
    SLIPWAY_SUPERVISED: "0",
    REPOHOST_POINTS_PER_MINUTE: "999999999",
    GIT_REQUESTS_PER_MINUTE: "999999999",
    ...settings,
  };
  const ports = { service: [] as number[], dashboard: [] as number[] };
  for (let count = 0; count < instances; count += 1) {
    ports.service.push(await testPort());
    ports.dashboard.push(await testPort());
  }
  // Dashboards call the services through the balancer, too. With TLS, they connect to one directly.
  const address = certificate ? `http://127.0.0.1:${ports.service[0]}` : serviceUrl;
  const services = ports.service.map((at) => clusterProgram("service", at, environment));
  const dashboards = ports.dashboard.map((at) =>
    clusterProgram("dashboard", at, { ...environment, SERVICE_ADDRESS: address }),
  );
  const programs = [...services, ...dashboards];
  let stopNginx = async () => {};
  const stop = async () => {
    for (const program of programs) await program.kill().catch(() => undefined);
    await stopNginx();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // The first start creates the demo repository.
    for (const program of services) await program.start();
    const web = { port: webPort, to: ports.dashboard };
    const service = { port: gitPort, to: ports.service };
    stopNginx = await startNginx({ dashboard: web, service, ...(certificate ? { certificate } : {}) });
    for (const program of dashboards) await program.start();
    const keys = Keys.parse(JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8")));
    const slipway = (...args: string[]) => runSlipway(args, { environment });
    const query = async (text: string, values: readonly unknown[]) => {
      const client = new pg.Client(new URL("/service", postgres.url).href);
      await client.connect();
      try {
        return (await client.query(text, [...values])).rows;
      } finally {
        await client.end();
      }
    };
    return { webUrl, serviceUrl, dataDir, keys, programs, query, slipway, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
