import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { runGit } from "@/git/run-git";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { testPort } from "@/lib/core/testing/test-port";
import { caddy, nginx, startCaddy, startNginx } from "@/scripts/testing/reverse-proxies";
import { startTestService, type TestService } from "../../testing/test-service";

const proxies = [
  { name: "nginx", isInstalled: nginx !== undefined, tags: [] },
  // Installed by `npm run test:all`.
  { name: "Caddy", isInstalled: caddy !== undefined, tags: ["long"] },
] as const;
for (const { name, isInstalled } of proxies) {
  if (!isInstalled) console.info(`${name} isn't installed: the tests behind it are skipped`);
}

let test: TestService;
let folder = "";
let stopProxy = async () => {};
let url = "";

describe.each(proxies.filter(({ isInstalled }) => isInstalled))(
  "behind $name with the documented configuration",
  ({ name, tags }) => {
    beforeAll(async () => {
      test = await startTestService({
        DEMO: "1",
        TRUSTED_PROXIES: "127.0.0.1",
        FAILED_AUTHENTICATIONS_PER_MINUTE: "3",
        METRICS_TOKEN: "metrics-token-of-a-test",
      });
      folder = await mkdtemp(join(tmpdir(), "slipway-nginx-"));
      const port = await testPort();
      url = `http://127.0.0.1:${port}`;
      const service = { port, to: [Number(new URL(test.url).port)] };
      // The test chooses the client's address.
      stopProxy = await (name === "nginx"
        ? startNginx({ service, clientAddress: "http_x_test_client" })
        : startCaddy({ service, clientAddress: "X-Test-Client" }));
    });
    afterAll(async () => {
      await stopProxy();
      await test.close();
      await rm(folder, { recursive: true, force: true });
    });

    it("event streams aren't buffered", { tags: ["long"] }, async () => {
      const text = "```sh\necho before; until [ -e artifacts/go ]; do sleep 0.05; done\n```";
      const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
      const stream = await fetch(`${url}/v1/agents/${agent.id}/runs/${run.id}/stream`, {
        headers: { authorization: `Bearer ${test.keys.user}`, accept: "text/event-stream" },
      });
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      let received = "";
      // The run is still active, and ends only after its first output has arrived.
      while (!received.includes("before\\n")) received += (await reader?.read())?.value ?? "";
      expect(received).not.toContain("event: done");
      await test.send("POST", `/v1/agents/${agent.id}/runs/${run.id}/cancel`);
      while (!received.includes("event: done")) received += (await reader?.read())?.value ?? "";
    });

    it("workers connect with a WebSocket", { tags: [...tags] }, async () => {
      const open = (key: string) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(`${url.replace("http", "ws")}/worker/v1/connect`, {
            headers: { authorization: `Bearer ${key}` },
          });
          socket.once("open", () => {
            resolve("open");
            socket.terminate();
          });
          socket.once("error", ({ message }) => resolve(message));
        });
      expect(await open(test.keys.serviceAccount)).toBe("open");
      expect(await open("invalid")).toContain("401");
    });

    it("git clones and pushes", { tags: [...tags] }, async () => {
      const remote = new URL(`${url}/demo/orders.git`);
      remote.username = "x-access-token";
      remote.password = test.keys.user;
      const options = { cwd: folder, allowProtocols: ["http" as const] };
      await runGit(["clone", "--quiet", remote.href, "clone"], options);
      await runGit(["push", "--quiet", "origin", "HEAD:refs/heads/pushed"], { ...options, cwd: join(folder, "clone") });
      const { stdout } = await runGit(["ls-remote", remote.href, "refs/heads/pushed"], options);
      expect(stdout.toString()).toContain("refs/heads/pushed");
    });

    it("limits clients by their own address, and hides the metrics", { tags: [...tags] }, async () => {
      const attempt = async (client: string, key: string) =>
        (await fetch(`${url}/v1/agents`, { headers: { authorization: `Bearer ${key}`, "x-test-client": client } }))
          .status;
      for (let index = 0; index < 3; index += 1) expect(await attempt("198.51.100.1", `invalid-${index}`)).toBe(401);
      expect(await attempt("198.51.100.1", "invalid")).toBe(429);
      expect(await attempt("198.51.100.2", "invalid")).toBe(401);
      const headers = { authorization: "Bearer metrics-token-of-a-test" };
      expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404);
    });
  },
);
