import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPort } from "@/lib/core/testing/test-port";

export interface Dashboard {
  url: string;
  /** One-time link. */
  signInLink: string;
  close(): Promise<void>;
}

/** Starts the production dashboard with a separate database, connected to the measured service. */
export async function startDashboard(
  root: string,
  serviceUrl: string,
  key: string,
  poolsKey: string,
): Promise<Dashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-bench-web-"));
  const port = await testPort();
  const child = spawn(process.execPath, [join(root, "scripts", "start.mjs")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SERVICE_URL: serviceUrl,
      AGENTS_API_KEY: key,
      POOLS_API_KEY: poolsKey,
      DATABASE_URL: "",
      LOG_LEVEL: "error",
    },
  });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGINT");
      await exited;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  let output = "";
  const link = new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      const [found] = /http\S+\/sign-in\?token=\S+/.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    child.once("exit", (code) => reject(new Error(`the dashboard exited with ${code}:\n${output}`)));
  });
  try {
    return { url: `http://127.0.0.1:${port}`, signInLink: await link, close };
  } catch (error) {
    await close();
    throw error;
  }
}
