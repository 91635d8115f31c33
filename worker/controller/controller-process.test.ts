import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { startProgram, type TestProgram } from "../testing/test-worker";
import { createPoolApi } from "./pool-api";

let test: TestService;
let folder = "";
const started: TestProgram[] = [];

beforeAll(async () => {
  test = await startTestService();
  folder = await mkdtemp(join(tmpdir(), "slipway-controller-"));
});
afterEach(async () => {
  for (const program of started.splice(0)) await program.end("SIGKILL");
  const pids = await readFile(join(folder, "pids"), "utf8").catch(() => "");
  await writeFile(join(folder, "pids"), "");
  for (const pid of pids.split("\n").filter(Boolean)) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has already exited.
    }
  }
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Writes a hook that starts a worker in the background. */
async function hook(name: string, before = ""): Promise<string> {
  const slipway = join(process.cwd(), "scripts", "slipway.mjs");
  const path = join(folder, name);
  const worker = `"${process.execPath}" "${slipway}" worker --worker-dir "${folder}" --idle-release-timeout 1 start`;
  const saveEnvironment = `env | grep '^SVC_' | sort > "${folder}/$SVC_AGENT_WORKER_ID.env"`;
  await writeFile(
    path,
    `#!/bin/sh\n${before}\n${saveEnvironment}\n${worker} >/dev/null 2>>"${folder}/workers.log" &\necho $! >> "${folder}/pids"\n`,
  );
  await chmod(path, 0o755);
  return path;
}

async function controller(...argv: string[]): Promise<TestProgram> {
  const env = { SVC_API_ENDPOINT: test.url, SVC_API_KEY: test.keys.serviceAccount };
  const program = startProgram(["controller", ...argv], { cwd: folder, env });
  started.push(program);
  return program;
}

const asService = () => ({ key: test.keys.serviceAccount });
const register = (poolName: string, workerReadyTimeoutSeconds: number) =>
  test.call(registerPool, { ...asService(), body: { scope: "team", poolName, workerReadyTimeoutSeconds } });
const connected = async () => (await test.call(listWorkers, asService())).workers.map(({ workerId }) => workerId);

async function launch(pool: string) {
  const { agent, run } = await test.call(createAgent, {
    body: { prompt: { text: "```sh\necho hello > kept; cat kept\n```" }, env: { type: "pool", name: pool } },
  });
  return { id: agent.id, runId: run.id };
}

const finished = ({ id, runId }: { id: string; runId: string }) =>
  vi.waitFor(async () => expect((await test.call(getRun, { params: { id, runId } })).status).toBe("FINISHED"), {
    timeout: 30_000,
    interval: 50,
  });

describe("the controller", () => {
  it("claims, starts a worker with a session token, and wakes the same one for a follow-up", {
    tags: ["long"],
  }, async () => {
    await register("tokens", 60);
    const running = await controller("--spawn", await hook("spawn.sh"), "--pool", "tokens", "--session-token");
    const run = await launch("tokens");
    await finished(run);
    const [workerId] = await connected();
    expect(workerId).toMatch(/^ctrl-/);
    const variables = await readFile(join(folder, `${workerId}.env`), "utf8");
    expect(variables).toContain("SVC_AUTH_TOKEN=sst_");
    expect(variables).toContain(`SVC_REQUEST_ID=${run.id}`);
    expect(variables).not.toContain("SVC_API_KEY");
    expect(variables).not.toContain("SVC_WAKE=");

    await vi.waitFor(async () => expect(await connected()).toEqual([]), { timeout: 20_000, interval: 50 });
    const followUp = await test.call(createRun, {
      params: { id: run.id },
      body: { prompt: { text: "```sh\ncat kept\n```" } },
    });
    await finished({ id: run.id, runId: followUp.run.id });
    expect(await readFile(join(folder, `${workerId}.env`), "utf8")).toContain("SVC_WAKE=1");
    expect(JSON.stringify(await test.stream(run.id, followUp.run.id))).toContain("hello\\n");
    expect(await running.end("SIGTERM")).toEqual([0, null]);
  });

  it("keeps idle workers in a pool without claiming anything", { tags: ["long"] }, async () => {
    await register("warm", 0);
    await controller("--spawn", await hook("warm.sh"), "--pool", "warm", "--warm-idle", "1");
    await vi.waitFor(async () => expect(await connected()).toHaveLength(1), { timeout: 20_000, interval: 50 });
    const run = await launch("warm");
    await finished(run);
  });

  it("releases the claim of a worker that failed to start", async () => {
    await register("failing", 0);
    await controller("--spawn", await hook("failing.sh", "exit 1"), "--pool", "failing");
    const run = await launch("failing");
    const waiting = async () =>
      (await test.call(listPendingRequests, { ...asService(), query: { pool: "failing" } })).requests.map(
        ({ id }) => id,
      );
    await vi.waitFor(() => expect(started.at(-1)?.errors()).toContain("couldn't start a worker"), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await waiting()).toEqual([run.id]), { timeout: 20_000 });
  });

  it("P-QUEUE-21 lists all pages, so the length is the depth of the queue", { tags: ["long"] }, async () => {
    await register("deep", 0);
    for (let count = 0; count < 101; count += 1) await launch("deep");
    const { requests, streamCursor } = await createPoolApi({
      endpoint: test.url,
      apiKey: test.keys.serviceAccount,
    }).list({ pool: "deep" });
    expect(new Set(requests.map(({ id }) => id)).size).toBe(101);
    expect(streamCursor).not.toBe("");
  });

  it("exits with 1 for a rejected key and 2 for invalid options", { tags: ["long"] }, async () => {
    const rejected = startProgram(["controller", "--spawn", "/bin/true", "--all-pools"], {
      cwd: folder,
      env: { SVC_API_ENDPOINT: test.url, SVC_API_KEY: "sak_unknown" },
    });
    expect(await rejected.exited).toEqual([1, null]);
    expect(rejected.errors()).toContain("The service rejected this controller");
    const wrong = startProgram(["worker", "controller", "--pool", "a"], { cwd: folder });
    expect(await wrong.exited).toEqual([2, null]);
    expect(wrong.errors()).toContain("--spawn is required");
  });
});
