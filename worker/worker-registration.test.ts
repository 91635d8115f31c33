import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createServiceAccountKey } from "@/lib/contract/admin/users/create-service-account-key";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import { addWorkerCommand } from "@/lib/model/queue/start-command";
import { apiKeys, serviceAccounts } from "@/service/core/store/tables/users";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { startProgram, startTestWorker, type TestWorker, workerFolder } from "./testing/test-worker";

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

async function mint() {
  const [account] = await test.service.db.select().from(serviceAccounts);
  return test.call(createServiceAccountKey, {
    params: { serviceAccountId: account?.id ?? "" },
    body: { name: "Worker in gpu", registration: { pool: "gpu" } },
    key: test.keys.admin,
  });
}

const environment = (token: string) => ({ SVC_API_ENDPOINT: test.url, SVC_AUTH_TOKEN: token });

async function start(token: string): Promise<TestWorker> {
  const worker = await startTestWorker(["--pool", "gpu"], { cwd: folder.dir, env: environment(token) });
  workers.push(worker);
  await vi.waitFor(() => expect(worker.errors()).toContain('"connected"'), 20_000);
  return worker;
}

it("exchanges a registration token for a credential, and the same command restarts the same worker after an hour", {
  tags: ["long"],
}, async () => {
  const { id, key } = await mint();
  const first = await start(key);
  const saved = join(folder.dir, ".svc-worker", first.workerId, "credential.json");
  await vi.waitFor(async () => expect(await readFile(saved, "utf8")).toContain("swc_"));
  expect(await readFile(saved, "utf8")).not.toContain(key);
  expect((await stat(saved)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder.dir, ".svc-worker", first.workerId))).not.toContain("generated-id");

  // Another process with the same token is another worker.
  const second = await start(key);
  expect(second.workerId).not.toBe(first.workerId);
  await second.end("SIGTERM");

  await first.end("SIGTERM");
  await test.service.db
    .update(apiKeys)
    .set({ registration: { pool: "gpu", expiresAt: 1 } })
    .where(eq(apiKeys.id, id));
  const restarted = await start(key);
  expect([first.workerId, second.workerId]).toContain(restarted.workerId);
  const { workers: listed } = await test.call(listWorkers, { key: test.keys.serviceAccount });
  expect(listed).toMatchObject([{ workerId: restarted.workerId, registrationKeyId: id }]);

  expect((await test.send("DELETE", `/admin/v1/keys/${id}`, { key: test.keys.admin })).status).toBe(200);
  expect(await restarted.exited).toEqual([1, null]);
  const rejected = startProgram(["worker", "--pool", "gpu", "start"], { cwd: folder.dir, env: environment(key) });
  expect(await rejected.exited).toEqual([1, null]);
  expect(rejected.errors()).toContain("The registration token is invalid, was deleted or has expired");
  for (const { errors } of [first, second, restarted, rejected]) expect(errors()).not.toMatch(/sw[rc]_[0-9a-f]/);
});

it("starts with the command that the dashboard shows", { tags: ["long"] }, async () => {
  const { id, key } = await mint();
  const start = { endpoint: test.url, prefix: "SVC", maskedKey: "" };
  const command = addWorkerCommand("linux", start, { pool: "gpu", repository: undefined, token: key });
  const shell = spawn("bash", ["-c", command], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, HOME: folder.dir },
  });
  const exited = once(shell, "exit");
  try {
    await vi.waitFor(async () => {
      const { workers: listed } = await test.call(listWorkers, { key: test.keys.serviceAccount });
      expect(listed.map(({ registrationKeyId }) => registrationKeyId)).toContain(id);
    }, 30_000);
  } finally {
    process.kill(-(shell.pid ?? 0), "SIGKILL");
    await exited;
  }
});
