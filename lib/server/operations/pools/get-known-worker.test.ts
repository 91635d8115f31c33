import { afterAll, beforeAll, expect, it } from "vitest";
import { getKnownWorker } from "@/lib/contract/dashboard/pools/get-known-worker";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import type { User } from "@/lib/server/auth/session-reader";
import { storeWorkers } from "@/lib/server/db/known-workers";
import { poolFixture } from "@/service/testing/pool-fixture";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let service: TestService;
let own: DashboardCalls;
let viewer: User;

beforeAll(async () => {
  service = await startTestService();
  Object.assign(process.env, { DATA_DIR: service.dataDir, SERVICE_ADDRESS: service.url });
  own = await startDashboardCalls();
  viewer = await own.someone("Ada", "viewer");
});
afterAll(async () => {
  await own.stop();
  await service.close();
});

async function read(id: string) {
  const response = await own.call(viewer, "GET", `/workers/${encodeURIComponent(id)}`);
  expect(response.status).toBe(200);
  return getKnownWorker.response.parse(await response.json());
}

it("returns a worker while it is connected and after it disconnected, and null for an unknown one, without errors", async () => {
  const worker = await poolFixture(service).worker({ workerId: "build/01", name: "build-01" });
  expect(await read("build/01")).toMatchObject({ worker: { name: "build-01", poolName: "gpu" }, lastSeenAt: null });

  const { workers } = await service.call(listWorkers, { key: service.keys.serviceAccount });
  await storeWorkers(own.store, "embedded", workers, Date.parse("2099-01-01T00:00:00Z"));
  expect((await read("build/01")).lastSeenAt).toBeNull();
  await worker.disconnect();
  expect(await read("build/01")).toMatchObject({
    worker: { name: "build-01" },
    lastSeenAt: "2099-01-01T00:00:00.000Z",
    agents: [],
  });
  expect(await read("nope")).toEqual({ worker: null, lastSeenAt: null, agents: [] });
});
