import { beforeEach, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createFailedRequestLimit, type FailedRequestLimit } from "./failed-requests";

const perMinute = 5;
let clock: FakeClock;
let limited: FailedRequestLimit;
let handled: number;

beforeEach(() => {
  clock = new FakeClock();
  limited = createFailedRequestLimit(clock, perMinute, ({ status }) => status === 401);
  handled = 0;
});

async function send(status: number, client = "203.0.113.9"): Promise<Response> {
  const request = new Request("http://dashboard.test/", { headers: { "x-forwarded-for": client } });
  return limited.limit(request, async () => {
    handled += 1;
    return new Response(null, { status });
  });
}

async function fail(times: number, client?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < times; number += 1) statuses.push((await send(401, client)).status);
  return statuses;
}

it("stops handling requests of an address that failed too often, until its budget refills", async () => {
  expect(await fail(7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(handled).toBe(perMinute);
  const rejected = await send(200);
  expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([429, "12"]);
  clock.advance(12_000);
  expect((await send(200)).status).toBe(200);
});

it("doesn't count requests that succeed", async () => {
  for (let number = 0; number < 3 * perMinute; number += 1) expect((await send(200)).status).toBe(200);
});

it("counts addresses separately, by the one the last proxy appended", async () => {
  await fail(perMinute);
  expect((await send(200, "203.0.113.10")).status).toBe(200);
  expect((await send(200, "198.51.100.1, 203.0.113.9")).status).toBe(429);
});

it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("doesn't limit loopback (%s)", async (client) => {
  expect(new Set(await fail(3 * perMinute, client))).toEqual(new Set([401]));
});
