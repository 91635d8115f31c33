import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { probeSandbox } from "@/runner/sandbox/probe-sandbox";
import { shellPrompt } from "@/runner/testing/prompt-text";
import { type HostedRepository, startHostedRepository } from "@/service/hosting/testing/hosting-fixture";
import { openPreview, type PreviewBrowser } from "./testing/preview-browser";
import { openProxy, type TcpProxy } from "./testing/tcp-proxy";
import { startTestWorker, type TestWorker, workerFolder } from "./testing/test-worker";

const largeBytes = 48 * 1024 ** 2;
const server = `const { createHash } = require("node:crypto");
const { createServer } = require("node:http");
const { Readable } = require("node:stream");
let sent = 0;
function* large() {
  for (sent = 0; sent < ${largeBytes}; sent += 65536) yield Buffer.alloc(65536, "x");
}
const app = createServer((request, response) => {
  if (request.url === "/large") Readable.from(large()).pipe(response);
  else if (request.url === "/sent") response.end(String(sent));
  else if (request.url === "/events") response.write("first");
  else if (request.url === "/digest") {
    const hash = createHash("sha256");
    request.on("data", (data) => hash.update(data)).on("end", () => response.end(hash.digest("hex")));
  } else response.end("hello from " + request.headers.host);
});
app.on("upgrade", (request, socket) => {
  socket.write("HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n");
  socket.pipe(socket);
});
app.listen(3000, "127.0.0.1");
`;

const sandbox = await probeSandbox({ sandbox: "auto" });

let hosted: HostedRepository;
let proxy: TcpProxy;
let folder: Awaited<ReturnType<typeof workerFolder>>;
let worker: TestWorker;
let run: { id: string; runId: string };
let preview: PreviewBrowser;

describe.skipIf(sandbox === "none")("a preview of a port of a run on a worker", () => {
  beforeAll(async () => {
    hosted = await startHostedRepository();
    const { test } = hosted;
    proxy = await openProxy(test.url);
    folder = await workerFolder();
    worker = await startTestWorker(["--pool", "own"], {
      cwd: folder.dir,
      env: { SVC_API_ENDPOINT: proxy.url, SVC_API_KEY: test.keys.serviceAccount },
    });
    const environment = {
      terminals: [{ name: "server", command: "node server.js" }],
      ports: [{ port: 3000 }, { port: 3001 }],
    };
    await hosted.commit({ "server.js": server, ".svc/environment.json": JSON.stringify(environment) });
    await hosted.push("main");
    const created = await test.call(createAgent, {
      body: {
        prompt: { text: shellPrompt("echo started; sleep 1000").text },
        env: { type: "pool", name: "own" },
        repos: [{ url: `${test.url}/acme/widgets` }],
      },
    });
    run = { id: created.agent.id, runId: created.run.id };
    await test.stream(run.id, run.runId, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
    preview = await openPreview(test, run, 3000);
    await vi.waitFor(async () => expect((await preview.read("/")).status).toBe(200), {
      timeout: 20_000,
      interval: 100,
    });
  });
  afterAll(async () => {
    await worker?.end("SIGKILL");
    await proxy?.close();
    await hosted?.close();
    await folder?.remove();
  });

  it("shows what the server inside responds", async () => {
    expect(await preview.read("/")).toEqual({ status: 200, body: "hello from localhost:3000" });
  });

  it("sends large bodies both ways, unchanged", { tags: ["long"] }, async () => {
    const body = randomBytes(12 * 1024 ** 2);
    const digest = createHash("sha256").update(body).digest("hex");
    expect(await preview.read("/digest", body)).toEqual({ status: 200, body: digest });
    const { status, body: received } = await preview.read("/large");
    expect({ status, length: received.length }).toEqual({ status: 200, length: largeBytes });
  });

  it("streams responses, and joins WebSockets", async () => {
    const events = await preview.send("/events");
    expect(String((await once(events, "data"))[0])).toBe("first");
    events.destroy();
    const socket = await preview.upgrade("/");
    const message = randomBytes(2 * 1024 ** 2);
    socket.write(message);
    const echoed: Buffer[] = [];
    for await (const chunk of socket) {
      echoed.push(chunk);
      if (Buffer.concat(echoed).length >= message.length) break;
    }
    expect(Buffer.concat(echoed).equals(message)).toBe(true);
  });

  it("stops the server inside while a reader is slow, and other connections continue", { tags: ["long"] }, async () => {
    const slow = await preview.send("/large");
    const sent = async () => Number((await preview.read("/sent")).body);
    let before = -1;
    await vi.waitFor(
      async () => {
        const now = await sent();
        const isStable = now === before && now > 0;
        before = now;
        expect(isStable).toBe(true);
      },
      { timeout: 20_000, interval: 300 },
    );
    expect(before).toBeLessThan(largeBytes / 2);
    let received = 0;
    for await (const chunk of slow) received += chunk.length;
    expect(received).toBe(largeBytes);
  });

  it("isn't available to users without access to the run, or for other ports", async () => {
    const { test, stranger } = hosted;
    const path = (port: number) => `/v1/agents/${run.id}/runs/${run.runId}/ports/${port}/preview`;
    expect((await test.send("POST", path(3000), { key: null })).status).toBe(401);
    expect((await test.send("POST", path(3000), { key: stranger })).status).toBe(404);
    expect((await preview.send("/", { cookie: "slipway-preview=forged" })).statusCode).toBe(401);
    expect(await test.send("POST", path(22), {})).toMatchObject({
      status: 409,
      body: { error: { code: "preview_unavailable" } },
    });
    const nothing = await openPreview(test, run, 3001);
    const body = expect.stringContaining("The server on port 3001 isn't responding.");
    expect(await nothing.read("/")).toEqual({ status: 502, body });
  });

  it("reports a lost connection, and continues when the worker is back", async () => {
    const socket = await preview.upgrade("/");
    socket.on("error", () => undefined);
    const closed = once(socket, "close");
    socket.resume();
    proxy.down();
    await closed;
    const message = "The run's worker is disconnected. Reload when it's back online.";
    expect(await preview.read("/")).toEqual({ status: 503, body: `${message}\n` });
    await expect(openPreview(hosted.test, run, 3000)).rejects.toThrow(message);
    proxy.up();
    await vi.waitFor(async () => expect((await preview.read("/")).status).toBe(200), {
      timeout: 30_000,
      interval: 100,
    });
  });

  it("ends with the run", async () => {
    const { test } = hosted;
    const params = { id: run.id, runId: run.runId };
    await test.call(cancelRun, { params });
    await vi.waitFor(async () => expect((await preview.read("/")).status).toBe(404), { timeout: 20_000, interval: 50 });
    expect((await test.call(getRun, { params })).status).toBe("CANCELLED");
  });
});
