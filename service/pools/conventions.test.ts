import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/contract/tables/service-table.generated";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
let fixture: PoolFixture;
beforeAll(async () => {
  test = await startTestService();
  fixture = poolFixture(test);
});
afterAll(() => test.close());

/** Returns all fields of a JSON value, at any depth. */
function fieldsOf(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.entries(value);
  return [...own, ...Object.values(value).flatMap(fieldsOf)];
}

describe("the pool API", () => {
  it("A-CONV-11: has all its paths under /v0/private-workers, and no others are", async () => {
    const pools = table.filter(({ family }) => family === "pools");
    expect(pools.length).toBeGreaterThan(10);
    for (const { path, alternates } of pools) {
      for (const each of [path, ...alternates]) expect(each).toMatch(/^\/v0\/private-workers(\/|$)/);
    }
    for (const { family, path } of table) if (family !== "pools") expect(path).not.toMatch(/^\/v0(\/|$)/);
    expect((await fixture.send("GET", "")).status).toBe(200);
    expect((await test.send("GET", "/v1/private-workers", { key: test.keys.serviceAccount })).status).toBe(404);
  });

  it("A-CONV-03: returns Ms fields as integer Unix milliseconds", async () => {
    const startedAt = Date.now();
    await fixture.register({ poolName: "gpu" });
    const worker = await fixture.worker({ workerId: "worker-1" });
    await fixture.launch();
    const responses = await Promise.all(
      ["", "/worker-1", "/pools", "/pending-requests"].map((path) => fixture.send("GET", path)),
    );
    const times = responses.flatMap(({ body }) => fieldsOf(body)).filter(([name]) => /AtMs$/.test(name));
    expect(new Set(times.map(([name]) => name))).toEqual(
      new Set(["connectedAtMs", "firstSeenAtMs", "lastSeenAtMs", "createdAtMs"]),
    );
    for (const [, value] of times) {
      expect(Number.isInteger(value)).toBe(true);
      expect(Number(value)).toBeGreaterThanOrEqual(startedAt);
      expect(Number(value)).toBeLessThanOrEqual(Date.now());
    }
    await worker.disconnect();
  });
});
