import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

const token = "metrics-token-of-a-test";
let test: TestService;
beforeAll(async () => {
  test = await startTestService({ METRICS_TOKEN: token });
});
afterAll(() => test.close());

const metrics = async () => String((await test.send("GET", "/metrics", { key: token })).body);

it("are served only with the token", async () => {
  for (const key of [null, test.keys.admin, "other"]) {
    expect((await test.send("GET", "/metrics", { key })).status).toBe(401);
  }
  const { status, headers } = await test.send("GET", "/metrics", { key: token });
  expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
});

it("count requests by API and status, and describe the database and disk", async () => {
  await test.send("GET", "/v1/agents");
  await test.send("GET", "/v1/agents", { key: null });
  await test.send("GET", "/no/repo.git/info/refs", { key: null });
  const text = await metrics();
  expect(text).toContain('slipway_service_request_duration_seconds_count{api="agents",method="GET",status="200"} 1');
  expect(text).toContain('slipway_service_request_duration_seconds_count{api="agents",method="GET",status="401"} 1');
  expect(text).toContain('slipway_service_request_duration_seconds_count{api="git",method="GET",status="404"} 1');
  expect(text).toMatch(/slipway_service_disk_bytes\{kind="free"\} [1-9]/);
  expect(text).toMatch(/slipway_service_database_connections\{state="idle"\} [0-9]/);
});

it("count active runs and requests that wait for a worker", async () => {
  await poolFixture(test).register({ poolName: "gpu" });
  const env = { type: "pool" as const, name: "gpu" };
  const { agent } = await test.call(createAgent, { body: { prompt: { text: "Hello" }, env } });
  const text = await metrics();
  expect(text).toContain('slipway_service_requests_waiting{pool="gpu"} 1');
  expect(text).toContain('slipway_service_active_runs{status="CREATING"} 1');
  await test.send("DELETE", `/v1/agents/${agent.id}`);
  expect(await metrics()).not.toContain("slipway_service_requests_waiting{");
});
