import { readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listArtifacts } from "@/lib/contract/agents/list-artifacts";
import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import { listPools } from "@/lib/contract/pools/list-pools";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { startTestWorker, type TestWorker, workerFolder } from "./testing/test-worker";

let test: TestService;
let folder: Awaited<ReturnType<typeof workerFolder>>;
const workers: TestWorker[] = [];

beforeAll(async () => {
  test = await startTestService();
  folder = await workerFolder();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.end("SIGKILL");
});
afterAll(async () => {
  await test.close();
  await folder.remove();
});

const keyOf = () => ({ SVC_API_KEY: test.keys.serviceAccount });

/** Starts a worker with management endpoints and only the given variables. Resolves once it is connected. */
async function worker(argv: readonly string[], env: Record<string, string> = keyOf()): Promise<TestWorker> {
  const started = await startTestWorker([...argv, "--management-addr", "127.0.0.1:0"], {
    cwd: folder.dir,
    env: { SVC_API_ENDPOINT: test.url, ...env },
  });
  workers.push(started);
  await vi.waitFor(() => expect(started.errors()).toContain('"connected"'), 20_000);
  return started;
}

const asService = () => ({ key: test.keys.serviceAccount });
const listed = async (workerId: string) =>
  (await test.call(listWorkers, asService())).workers.find((each) => each.workerId === workerId);
const register = (poolName: string, workerReadyTimeoutSeconds = 0) =>
  test.call(registerPool, { ...asService(), body: { scope: "team", poolName, workerReadyTimeoutSeconds } });
const claim = (id: string, workerId: string, sessionToken = false) =>
  test.call(claimPendingRequest, { ...asService(), body: { id, workerId, sessionToken } });

async function launch(pool: string, text = "```sh\necho hello\n```") {
  const { agent, run } = await test.call(createAgent, {
    body: { prompt: { text }, env: { type: "pool", name: pool } },
  });
  const params = { id: agent.id, runId: run.id };
  return {
    ...params,
    status: async () => (await test.call(getRun, { params })).status,
    finished: () =>
      vi.waitFor(async () => expect((await test.call(getRun, { params })).status).toBe("FINISHED"), {
        timeout: 15_000,
        interval: 50,
      }),
  };
}

describe("a pool worker", () => {
  it("P-PROC-06 P-PROC-07 P-WORKER-23 P-WORKER-36 registers and joins its pool, and runs an agent", async () => {
    const { workerId, management } = await worker(["--pool", "gpu"]);
    expect(workerId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await listed(workerId)).toMatchObject({
      name: hostname(),
      isInUse: false,
      userId: 0,
      workspaceRootPath: folder.dir,
    });
    const { pools } = await test.call(listPools, asService());
    expect(pools).toMatchObject([{ scope: "team", poolName: "gpu", connectedWorkerCount: 1, inUseWorkerCount: 0 }]);
    const text =
      "```sh\nfor i in 1 2 3; do echo line-$i; done; mkdir -p artifacts; echo shot > artifacts/shot.txt\n```";
    const run = await launch("gpu", text);
    const output = (await test.stream(run.id, run.runId)).map(({ data }) => JSON.stringify(data)).join("\n");
    expect(output).toContain("line-3");
    expect(await run.status()).toBe("FINISHED");
    const { items } = await test.call(listArtifacts, { params: { id: run.id } });
    expect(items.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([["artifacts/shot.txt", 5]]);
    await vi.waitFor(async () => expect((await fetch(`${management}/readyz`)).status).toBe(200), { timeout: 20_000 });
  });

  it("P-PROC-01 P-PROC-08 P-WORKER-24 P-WORKER-35 uses the id from its variable and the name from its option", async () => {
    await worker(["--pool", "named", "--name", "gpu-node-1"], { ...keyOf(), SVC_AGENT_WORKER_ID: "node-a" });
    expect(await listed("node-a")).toMatchObject({ workerId: "node-a", name: "gpu-node-1" });
  });

  it("P-PROC-02 P-PROC-03 P-PROC-04 P-CLAIM-01 P-CLAIM-25 gets requests claimed for its id, which no other worker gets", {
    tags: ["long"],
  }, async () => {
    await register("claimed");
    const [one, two] = [await launch("claimed"), await launch("claimed")];
    await claim(one.id, "ctrl-one");
    await claim(two.id, "ctrl-two");
    const other = await worker(["--pool", "claimed", "--worker-id", "other"]);
    const mine = await worker(["--pool", "claimed"], { ...keyOf(), SVC_AGENT_WORKER_ID: "ctrl-one" });
    await one.finished();
    const optional = await worker(["--pool", "claimed", "--worker-id", "ctrl-two"]);
    await two.finished();
    expect(other.errors()).not.toContain("assigned");
    expect(mine.errors()).toContain(one.runId);
    expect(mine.errors()).not.toContain(two.runId);
    expect(optional.errors()).toContain(two.runId);
  });

  it("P-PROC-09 P-PROC-13 starts with a session token from a file, and only serves its claim", {
    tags: ["long"],
  }, async () => {
    await register("tokens");
    const [one, two] = [await launch("tokens"), await launch("tokens")];
    const { token = "" } = await claim(one.id, "ctrl-token", true);
    await writeFile(join(folder.dir, "token"), `${token}\n`);
    const argv = ["--pool", "tokens", "--worker-id", "ctrl-token", "--auth-token-file", "token"];
    // The invalid key is ignored in favor of the token.
    const mine = await worker(argv, { SVC_API_KEY: "sak_unknown" });
    await one.finished();
    expect(await two.status()).toBe("CREATING");
    expect(mine.errors()).not.toContain(two.runId);
    const { requests } = await test.call(listPendingRequests, { ...asService(), query: { pool: "tokens" } });
    expect(requests.map(({ id }) => id)).toEqual([two.id]);
  });

  it("P-CLAIM-23 finishes its turn after its claim is released, even with a session token", {
    tags: ["long"],
  }, async () => {
    await register("released");
    const run = await launch(
      "released",
      "```sh\necho started; sleep 1.5; mkdir -p artifacts; echo x > artifacts/x\n```",
    );
    const { token = "" } = await claim(run.id, "ctrl-released", true);
    await worker(["--pool", "released", "--worker-id", "ctrl-released"], { SVC_AUTH_TOKEN: token });
    await test.stream(run.id, run.runId, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
    await test.call(releaseClaim, { ...asService(), params: { id: run.id } });
    await run.finished();
    expect((await test.call(listArtifacts, { params: { id: run.id } })).items).toHaveLength(1);
  });

  it("P-PROC-10 P-PROC-11 P-PROC-12 exits with 0 after the idle timeout from option or variable, and its claim remains", {
    tags: ["long"],
  }, async () => {
    await register("idle");
    const run = await launch("idle");
    await claim(run.id, "ctrl-idle");
    const byOption = await worker(["--pool", "idle", "--worker-id", "ctrl-idle", "--idle-release-timeout", "1"]);
    await run.finished();
    expect(await byOption.exited).toEqual([0, null]);
    await vi.waitFor(async () => expect(await listed("ctrl-idle")).toBeUndefined(), { timeout: 20_000 });
    const byVariable = await worker(["--pool", "idle"], { ...keyOf(), SVC_WORKER_IDLE_RELEASE_TIMEOUT: "1" });
    expect(await byVariable.exited).toEqual([0, null]);
    expect(await test.call(releaseClaim, { ...asService(), params: { id: run.id } })).toMatchObject({
      id: run.id,
      workerId: "ctrl-idle",
    });
  });

  it("P-WORKER-25 P-WORKER-33 is in use and not ready while it runs an agent", { tags: ["long"] }, async () => {
    const { workerId, management } = await worker(["--pool", "busy"]);
    const run = await launch("busy", "```sh\necho started; sleep 1000\n```");
    await test.stream(run.id, run.runId, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
    expect(await listed(workerId)).toMatchObject({ isInUse: true, activeBcId: run.id });
    expect((await fetch(`${management}/readyz`)).status).toBe(503);
    expect((await fetch(`${management}/healthz`)).status).toBe(200);
    const metrics = await (await fetch(`${management}/metrics`)).text();
    expect(metrics).toContain("svc_self_hosted_worker_connected 1");
    expect(metrics).toContain("svc_self_hosted_worker_session_active 1");
    expect(metrics).toContain('svc_self_hosted_worker_session_ends_total{reason="stream_end"} 0');
    await test.send("POST", `/v1/agents/${run.id}/runs/${run.runId}/cancel`);
    await vi.waitFor(async () => expect((await fetch(`${management}/readyz`)).status).toBe(200), 10_000);
    expect(await (await fetch(`${management}/metrics`)).text()).toContain('{reason="session_closed"} 1');
  });

  it("finishes its turn on SIGTERM, takes no other and exits with 0", { tags: ["long"] }, async () => {
    const draining = await worker(["--pool", "drain"]);
    const one = await launch("drain", "```sh\necho started; sleep 1\n```");
    await test.stream(one.id, one.runId, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
    draining.child.kill("SIGTERM");
    const two = await launch("drain");
    expect(await draining.exited).toEqual([0, null]);
    expect(await one.status()).toBe("FINISHED");
    expect(await two.status()).toBe("CREATING");
    const idle = await worker(["--pool", "drained"]);
    expect(await idle.end("SIGTERM")).toEqual([0, null]);
  });

  it("ends its run as an error and exits on a second signal", async () => {
    const stopped = await worker(["--pool", "stop"]);
    const run = await launch("stop", "```sh\necho started; sleep 1000\n```");
    await test.stream(run.id, run.runId, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
    stopped.child.kill("SIGTERM");
    await vi.waitFor(() => expect(stopped.errors()).toContain("draining"), 20_000);
    stopped.child.kill("SIGTERM");
    expect(await stopped.exited).toEqual([0, null]);
    expect(await test.call(getRun, { params: { id: run.id, runId: run.runId } })).toMatchObject({
      status: "ERROR",
      error: { code: "worker_stopped" },
    });
  });

  it("runs session commands, and a failing one ends the run with a reason", { tags: ["long"] }, async () => {
    const argv = ["--on-session-start", "echo $SVC_CONVERSATION_ID > started", "--on-session-end", "touch ended"];
    const good = await worker(["--pool", "hooks", ...argv]);
    const run = await launch("hooks");
    await run.finished();
    const workspace = join(folder.dir, ".svc-worker", good.workerId, "agents", run.id);
    expect(await readFile(join(workspace, "started"), "utf8")).toBe(`${run.id}\n`);
    expect(await readFile(join(workspace, "ended"), "utf8")).toBe("");
    await good.end("SIGTERM");
    await worker(["--pool", "hooks", "--on-session-start", "exit 7"]);
    const failing = await launch("hooks");
    await vi.waitFor(async () => {
      const { error } = await test.call(getRun, { params: { id: failing.id, runId: failing.runId } });
      expect(error).toMatchObject({ code: "session_start_failed", message: expect.stringContaining("exit code 7") });
    }, 60_000);
  });
});

describe("a personal machine", () => {
  it("P-QUEUE-05 runs several of its owner's agents concurrently, outside the queue", { tags: ["long"] }, async () => {
    const { workerId } = await worker(["--name", "laptop"], { SVC_API_KEY: test.keys.user });
    expect(await listed(workerId)).toMatchObject({ name: "laptop", userId: expect.any(Number) });
    const start = () =>
      test.call(createAgent, {
        body: { prompt: { text: "```sh\necho started; sleep 0.5\n```" }, env: { type: "machine", name: "laptop" } },
      });
    const both = [await start(), await start()];
    expect(
      (await test.call(listPendingRequests, asService())).requests.filter(({ id }) => id === both[0]?.agent.id),
    ).toEqual([]);
    for (const { agent, run } of both) {
      const frames = await test.stream(agent.id, run.id);
      expect(frames.at(-1)?.event).toBe("done");
      expect((await test.call(getAgent, { params: { id: agent.id } })).env).toEqual({
        type: "machine",
        name: "laptop",
      });
    }
  });
});

describe("the service name", () => {
  it("A-CONV-09 is the prefix of the worker's variables", { tags: ["long"] }, async () => {
    const named = await startTestWorker(["--pool", "acme"], {
      cwd: folder.dir,
      env: {
        SERVICE_NAME: "acme",
        ACME_API_ENDPOINT: test.url,
        ACME_API_KEY: test.keys.serviceAccount,
        ACME_AGENT_WORKER_ID: "acme-1",
        ACME_WORKER_IDLE_RELEASE_TIMEOUT: "1",
        SVC_AGENT_WORKER_ID: "not-this",
      },
    });
    workers.push(named);
    expect(named.workerId).toBe("acme-1");
    expect(await named.exited).toEqual([0, null]);
  });
});
