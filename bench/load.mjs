// npm run test:load: what 200 honest clients experience while others abuse the service. Everything stays on loopback, and
// is limited in number and time. LOAD_SECONDS sets the length of each of the two phases.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundle, root } from "../scripts/bundle.mjs";

const seconds = Number(process.env.LOAD_SECONDS ?? 20);
const honest = { clients: 200, callsPerSecond: 0.5 };
const attack = { slowClones: 16, tricklingPushes: 8, slowHeaders: 50, badKeysPerSecond: 200 };
const targetRatio = 2;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends a request and reads the response. Resolves with status and milliseconds. */
function call(url, path, { key, method = "GET", body } = {}) {
  const started = performance.now();
  const headers = { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { agent, method, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode,
          ms: performance.now() - started,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

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
    },
  });
  const [line] = await once(child.stdout, "data");
  const { url, keysFile } = JSON.parse(line.toString("utf8").split("\n")[0]);
  const keys = JSON.parse(await readFile(keysFile, "utf8"));
  return {
    url,
    keys,
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
    await sleep((everyMs * index) / honest.clients);
    for (let number = index; performance.now() < until; number += 1) {
      const { status, ms } = await call(url, paths[number % paths.length], { key: keys.user });
      if (status === 200) times.push(ms);
      else failed += 1;
      await sleep(Math.max(0, everyMs - ms));
    }
  };
  await Promise.all(Array.from({ length: honest.clients }, (_, index) => client(index)));
  return { times: times.sort((one, other) => one - other), failed };
}

/** Opens a raw connection that sends `text` and then a few bytes per second, and reads nothing. */
function open(url, text, drip) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  socket.on("error", () => {});
  socket.pause();
  const timer = setInterval(() => socket.writable && drip && socket.write(drip), 1000);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}

/** Commits a file that fills the buffers of a connection isn't read. Returns the commit id. */
async function commitLargeFile({ url, keys }) {
  const repository = "/v1/repohost/repos/demo/orders";
  const post = (path, body) => call(url, repository + path, { key: keys.user, method: "POST", body });
  const { text } = await call(url, `${repository}/git/ref/heads/main`, { key: keys.user });
  const head = /[0-9a-f]{40}/.exec(text)?.[0] ?? "";
  await post("/git/refs", { ref: "refs/heads/large", sha: head });
  const created = await post("/git/commits:createFromFiles", {
    targetBranch: "large",
    expectedHeadSha: head,
    message: "Add a large file",
    author: { name: "Load", email: "load@example.test" },
    files: [{ path: "large.bin", encoding: "base64", content: randomBytes(8_000_000).toString("base64") }],
  });
  if (created.status !== 200) throw new Error(`commit failed: ${created.text.slice(0, 300)}`);
  return JSON.parse(created.text).sha;
}

/** Starts the abuse and returns a function that ends it. */
async function startAttack({ url, keys }) {
  const { host } = new URL(url);
  const basic = Buffer.from(`x-access-token:${keys.user}`).toString("base64");
  const sha = await commitLargeFile({ url, keys });
  const line = (content) => (content.length + 4).toString(16).padStart(4, "0") + content;
  const post = (service, length) =>
    `POST /demo/orders.git/${service} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Basic ${basic}\r\n` +
    `Content-Type: application/x-${service}-request\r\nContent-Length: ${length}\r\n\r\n`;
  const fetchRequest = `${line(`want ${sha} side-band-64k\n`)}0000${line("done\n")}`;
  const ends = [
    ...Array.from({ length: attack.slowClones }, () =>
      open(url, post("git-upload-pack", fetchRequest.length) + fetchRequest),
    ),
    ...Array.from({ length: attack.tricklingPushes }, () =>
      open(url, `${post("git-receive-pack", 100_000)}00`, "0000"),
    ),
    ...Array.from({ length: attack.slowHeaders }, () =>
      open(url, `GET /v1/me HTTP/1.1\r\nHost: ${host}\r\n`, "X-A: b\r\n"),
    ),
  ];
  let number = 0;
  const perTick = Math.ceil(attack.badKeysPerSecond / 20);
  const flood = setInterval(() => {
    for (let index = 0; index < perTick; index += 1) {
      number += 1;
      call(url, "/v1/me", { key: `key_${String(number).padStart(64, "0")}` }).catch(() => {});
    }
  }, 50);
  return () => {
    clearInterval(flood);
    for (const end of ends) end();
  };
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
  await measure(service);
  const quiet = await measure(service);
  const end = await startAttack(service);
  const attacked = await measure(service);
  end();
  print("quiet", quiet);
  print("under attack", attacked);
  const ratio = quantile(attacked.times, 0.95) / quantile(quiet.times, 0.95);
  const again = await measure(service);
  print("quiet again", again);
  console.log(`p95 ratio ${ratio.toFixed(2)} (target: at most ${targetRatio})`);
  if (attacked.failed > 0 || ratio > targetRatio) process.exitCode = 1;
} finally {
  agent.destroy();
  await service.close();
}
