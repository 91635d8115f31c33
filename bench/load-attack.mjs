// The abuse of bench/load.mjs, in a separate thread, so that it doesn't delay the honest clients' measurements. ATTACK
// selects kinds of abuse: clones, pushes, headers, keys.
import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { call } from "./http-call.mjs";

const amounts = { slowClones: 16, tricklingPushes: 8, slowHeaders: 50, badKeysPerSecond: 200 };
const kinds = (process.env.ATTACK ?? "clones,pushes,headers,keys").split(",");
const repository = "/v1/repohost/repos/demo/orders";
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** How long an attacker keeps a connection. The service has given it up before. */
const keptMs = 35_000;

/**
 * Opens a raw connection that sends `text` and then a few bytes per second, and reads nothing. After a while, replaces it
 * by another one.
 */
function open(url, text, drip) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  socket.on("error", () => {});
  socket.pause();
  const dripping = setInterval(() => socket.writable && drip && socket.write(drip), 1000);
  setTimeout(() => {
    clearInterval(dripping);
    socket.destroy();
    open(url, text, drip);
  }, keptMs);
}

/** Commits a file that fills the buffers of a connection that isn't read. Returns the commit id. */
async function commitLargeFile({ url, keys }) {
  const client = { key: keys.user, from: "198.51.100.250" };
  const post = (path, body) => call(agent, url, repository + path, { ...client, method: "POST", body });
  const { text } = await call(agent, url, `${repository}/git/ref/heads/main`, client);
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

/** Starts the abuse. It ends with the thread. */
async function startAttack({ url, keys }) {
  const { host } = new URL(url);
  const basic = Buffer.from(`x-access-token:${keys.user}`).toString("base64");
  const line = (content) => (content.length + 4).toString(16).padStart(4, "0") + content;
  const post = (service, length) =>
    `POST /demo/orders.git/${service} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Basic ${basic}\r\n` +
    `Content-Type: application/x-${service}-request\r\nContent-Length: ${length}\r\n\r\n`;
  const repeat = (count, start) => Array.from({ length: count }, start);
  const attacks = {
    async clones() {
      const sha = await commitLargeFile({ url, keys });
      const fetchRequest = `${line(`want ${sha} side-band-64k\n`)}0000${line("done\n")}`;
      repeat(amounts.slowClones, () => open(url, post("git-upload-pack", fetchRequest.length) + fetchRequest));
    },
    pushes() {
      repeat(amounts.tricklingPushes, () => open(url, `${post("git-receive-pack", 100_000)}00`, "0000"));
    },
    headers() {
      repeat(amounts.slowHeaders, () => open(url, `GET /v1/me HTTP/1.1\r\nHost: ${host}\r\n`, "X-A: b\r\n"));
    },
    keys() {
      let number = 0;
      setInterval(() => {
        for (let index = 0; index < amounts.badKeysPerSecond / 20; index += 1) {
          number += 1;
          const key = `key_${String(number).padStart(64, "0")}`;
          call(agent, url, "/v1/me", { key, from: `203.0.113.${number % 10}` }).catch(() => {});
        }
      }, 50);
    },
  };
  for (const kind of kinds) await attacks[kind]();
}

await startAttack(workerData);
parentPort.postMessage("started");
