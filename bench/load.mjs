// npm run test:load: what 200 honest clients experience while others abuse the service (load-attack.mjs). Everything stays on
// loopback, and is limited in number and time. LOAD_SECONDS sets the length of each phase.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { bundle, root } from "../scripts/bundle.mjs";
import { call } from "./http-call.mjs";

const seconds = Number(process.env.LOAD_SECONDS ?? 20);
const honest = { clients: 200, callsPerSecond: 0.5 };
const targetRatio = 2;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

async function startService() {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-load-"));
  const child = spawn(process.execPath, [join(root, "scripts", "slipway.mjs"), "service"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SERVICE_PORT: "0",
      DEMO: "1",
      LOG_LEVEL: "error",
      REPOHOST_POINTS_PER_MINUTE: "999999999",
      GIT_REQUESTS_PER_MINUTE: "999999999",
      RATE_LIMIT_PER_MINUTE: "999999999",
      TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  const [line] = await once(child.stdout, "data");
  const { url, keysFile } = JSON.parse(line.toString("utf8").split("\n")[0]);
  const keys = JSON.parse(await readFile(keysFile, "utf8"));
  return {
    addresses: { url, keys },
    async close() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const paths = [
  "/v1/me",
  "/v1/agents?limit=20",
  "/v1/repohost/repos/demo/orders",
  "/v1/repohost/repos/demo/orders/pulls",
  "/v1/repohost/repos/demo/orders/contents?path=README.md",
  "/v1/repohost/repos/demo/orders/commits?pageSize=30",
];

/** Honest clients: each calls one path after another, at a steady rate. Returns the milliseconds of all calls. */
async function measure({ url, keys }) {
  const until = performance.now() + seconds * 1000;
  const times = [];
  let failed = 0;
  const client = async (index) => {
    const everyMs = 1000 / honest.callsPerSecond;
    const from = `198.51.100.${index}`;
    await sleep((everyMs * index) / honest.clients);
    for (let number = index; performance.now() < until; number += 1) {
      const { status, ms } = await call(agent, url, paths[number % paths.length], { key: keys.user, from });
      if (status === 200) times.push(ms);
      else failed += 1;
      await sleep(Math.max(0, everyMs - ms));
    }
  };
  await Promise.all(Array.from({ length: honest.clients }, (_, index) => client(index)));
  return { times: times.sort((one, other) => one - other), failed };
}

const quantile = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const print = (name, { times, failed }) =>
  console.log(
    `${name}: ${times.length} calls, ${failed} failed, p50 ${quantile(times, 0.5).toFixed(1)} ms, ` +
      `p95 ${quantile(times, 0.95).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  );

await bundle();
const service = await startService();
try {
  await measure(service.addresses);
  const quiet = await measure(service.addresses);
  const attack = new Worker(new URL("load-attack.mjs", import.meta.url), { workerData: service.addresses });
  await once(attack, "message");
  const attacked = await measure(service.addresses);
  await attack.terminate();
  print("quiet", quiet);
  print("under attack", attacked);
  const ratio = quantile(attacked.times, 0.95) / quantile(quiet.times, 0.95);
  const again = await measure(service.addresses);
  print("quiet again", again);
  console.log(`p95 ratio ${ratio.toFixed(2)} (target: at most ${targetRatio})`);
  if (attacked.failed > 0 || ratio > targetRatio) process.exitCode = 1;
} finally {
  agent.destroy();
  await service.close();
}
