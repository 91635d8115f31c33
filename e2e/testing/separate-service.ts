import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Keys } from "@/lib/core/settings/keys";
import { testPort } from "@/lib/core/testing/test-port";
import { openProxy, type TcpProxy } from "../../worker/testing/tcp-proxy";
import { test as withApp } from "./app";
import { embeddedDatabaseUrl } from "./database";
import { PoolHarness, type ServiceUnderTest } from "./pool-harness";

/** A separate service behind a proxy whose connections tests can break. */
export interface SeparateService extends ServiceUnderTest {
  line: TcpProxy;
  /** Runs SQL in its database, for changes that would take minutes or hours through the API. */
  query(text: string, values?: readonly unknown[]): Promise<void>;
}

async function startService(): Promise<{ service: SeparateService; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-e2e-service-"));
  const port = await testPort();
  const child = spawn(process.execPath, ["scripts/slipway.mjs", "service"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SERVICE_PORT: String(port),
      DEMO: "0",
      DATABASE_URL: "",
      LOG_LEVEL: "error",
    },
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await new Promise<void>((resolve, reject) => {
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('"keysFile"')) resolve();
      });
      child.once("close", (code) => reject(new Error(`the service exited with ${code}:\n${output}`)));
    });
    const keys = Keys.parse(JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8")));
    const serviceUrl = `http://127.0.0.1:${port}`;
    const line = await openProxy(serviceUrl);
    const query = async (text: string, values: readonly unknown[] = []) => {
      const client = new pg.Client(await embeddedDatabaseUrl(dataDir, "service"));
      await client.connect();
      try {
        await client.query(text, [...values]);
      } finally {
        await client.end();
      }
    };
    const stopAll = async () => {
      await line.close();
      await stop();
    };
    return { service: { serviceUrl, keys, line, query }, stop: stopAll };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A dashboard with a separate service (`SERVICE_URL`), and a harness for its pools. */
export const test = withApp.extend<{ work: PoolHarness }, { separate: SeparateService }>({
  separate: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here.
    async ({}, use) => {
      const { service, stop } = await startService();
      await use(service);
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  environment: [
    async ({ separate }, use) => {
      await use({
        SERVICE_URL: separate.line.url,
        AGENTS_API_KEY: separate.keys.user,
        POOLS_API_KEY: separate.keys.serviceAccount,
      });
    },
    { scope: "worker" },
  ],
  work: async ({ separate }, use) => {
    const work = new PoolHarness(separate);
    await use(work);
    await work.stop();
  },
});
