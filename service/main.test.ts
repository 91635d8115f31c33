import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { Keys } from "@/lib/core/settings/keys";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { runProcesses } from "./testing/run-processes";
import { type ServiceProgram, startServiceProgram } from "./testing/service-program";

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let dataDir = "";
const started: ServiceProgram[] = [];

beforeAll(async () => {
  postgres = await startTestDatabase("service");
  dataDir = await mkdtemp(join(tmpdir(), "slipway-program-"));
});
afterAll(async () => {
  for (const each of started) await each.kill();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function program(environment: Record<string, string | undefined> = {}): Promise<ServiceProgram> {
  const service = await startServiceProgram({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, ...environment });
  started.push(service);
  return service;
}

describe("slipway service", () => {
  it("prints one JSON line with its URL and keys file, and stops on SIGTERM", async () => {
    const { child, lines, ready } = await program();
    expect(lines).toHaveLength(1);
    const keys = Keys.parse(JSON.parse(await readFile(ready.keysFile, "utf8")));
    const response = await fetch(`${ready.url}/v1/me`, { headers: { authorization: `Bearer ${keys.user}` } });
    expect(response.status).toBe(200);
    for (const name of ["git", "git-hooks", "tarballs", "workspaces"]) {
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o700);
    }
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("is found by commands on its data folder until it stops", async () => {
    const { child, ready } = await program({ SLIPWAY_SUPERVISED: undefined });
    const file = join(dataDir, "running.json");
    const { serviceUrl, databaseUrl } = JSON.parse(await readFile(file, "utf8"));
    expect([new URL(serviceUrl).port, databaseUrl]).toEqual([new URL(ready.url).port, postgres.url]);
    child.kill("SIGTERM");
    await once(child, "exit");
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  it("isn't started on the data folder of another one, even if that one hangs", { tags: ["long"] }, async () => {
    const first = await program();
    first.child.kill("SIGSTOP");
    await expect(program()).rejects.toThrow(`is in use by process ${first.child.pid}. Stop it`);
    await first.kill();
    const next = await program();
    await next.kill();
  });

  it("lists every invalid setting and doesn't start", { tags: ["long"] }, async () => {
    await expect(program({ SERVICE_NAME: "No Good", ENCRYPTION_KEY: "x" })).rejects.toThrow(
      /SERVICE_NAME[\s\S]*ENCRYPTION_KEY/,
    );
  });

  it.runIf(process.platform === "linux")(
    "after kill -9 during a run: keeps every event, ends the run with a reason and leaves no process",
    { tags: ["long"], timeout: 180_000 },
    async () => {
      const first = await program();
      const keys = Keys.parse(JSON.parse(await readFile(first.ready.keysFile, "utf8")));
      const call = async (base: string, path: string, body?: unknown) => {
        const response = await fetch(`${base}${path}`, {
          method: body ? "POST" : "GET",
          headers: { authorization: `Bearer ${keys.user}` },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return response;
      };
      const text = "```sh\nsleep 1000 & echo running; wait\n```";
      const { agent, run } = createAgent.response.parse(
        await (await call(first.ready.url, "/v1/agents", { prompt: { text } })).json(),
      );
      const path = `/v1/agents/${agent.id}/runs/${run.id}`;
      const live = await call(first.ready.url, `${path}/stream`);
      let read = "";
      const decoder = new TextDecoder();
      for await (const chunk of live.body ?? []) {
        read += decoder.decode(chunk, { stream: true });
        if (read.includes("running\\n")) break;
      }
      expect((await runProcesses(run.id)).length).toBeGreaterThan(0);
      await first.kill();

      const second = await program();
      await vi.waitFor(async () => expect(await runProcesses(run.id)).toEqual([]), {
        timeout: 15_000,
        interval: 50,
      });
      const ended = getRun.response.parse(await (await call(second.ready.url, path)).json());
      expect(ended).toMatchObject({ status: "ERROR", error: { code: "service_restarted" } });
      const whole = await (await call(second.ready.url, `${path}/stream`)).text();
      const frames = read.slice(read.indexOf("id: "), read.lastIndexOf("\n\n"));
      expect(whole).toContain(frames);

      const next = await call(second.ready.url, `/v1/agents/${agent.id}/runs`, { prompt: { text: "hello" } });
      expect(next.status).toBe(201);
      second.child.kill("SIGTERM");
      await once(second.child, "exit");
    },
  );
});
