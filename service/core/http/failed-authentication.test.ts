import { beforeEach, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createFailedAuthenticationLimit } from "./failed-authentication";
import type { Route } from "./server";

const perMinute = 20;
const remote = "203.0.113.9";
let clock: FakeClock;
let lookups: number;
let valid: Set<string>;
let send: (key: string | null, options?: { path?: string; client?: string }) => Promise<Response>;

beforeEach(() => {
  clock = new FakeClock();
  lookups = 0;
  valid = new Set(["Bearer valid"]);
  const failures = createFailedAuthenticationLimit(clock, perMinute);
  const route: Route = async (request, rawPath) => {
    if (rawPath === "/openapi.json") return new Response("{}");
    const authorization = request.headers.get("authorization");
    lookups += 1;
    if (authorization === null || !valid.has(authorization)) return new Response(null, { status: 401 });
    failures.accept(authorization);
    return new Response(null);
  };
  const limited = failures.limit(route);
  send = (key, { path = "/v1/me", client = remote } = {}) => {
    const headers = new Headers(key === null ? [] : [["authorization", `Bearer ${key}`]]);
    return limited(new Request(`http://service.test${path}`, { headers }), path, "", "request-1", client);
  };
});

async function exhaust(): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < 3 * perMinute; number += 1) statuses.push((await send(`wrong-${number}`)).status);
  return statuses;
}

it("rejected credentials are limited per address, and accepted ones still work", async () => {
  expect((await send("valid")).status).toBe(200);
  const statuses = await exhaust();
  expect(statuses).toEqual([...Array(perMinute).fill(401), ...Array(2 * perMinute).fill(429)]);
  expect(lookups).toBe(1 + perMinute);

  const limited = await send("wrong");
  expect(await limited.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
  expect(limited.headers.get("retry-after")).toBe("3");
  const hosting = await send("wrong", { path: "/v1/repohost/namespaces" });
  expect(await hosting.json()).toMatchObject({ code: 8 });
  expect((await send("valid")).status).toBe(200);
  expect((await send(null)).status).toBe(401);
});

it("credentials sent to a public route don't count as accepted", async () => {
  await exhaust();
  await send("wrong", { path: "/openapi.json" });
  expect((await send("wrong")).status).toBe(429);
});

it("new credentials are accepted once the limit has recovered", async () => {
  await exhaust();
  valid.add("Bearer new");
  expect((await send("new")).status).toBe(429);
  clock.advance(60_000);
  expect((await send("new")).status).toBe(200);
});

it("other addresses aren't limited, and loopback never is", async () => {
  await exhaust();
  expect((await send("valid", { client: "203.0.113.10" })).status).toBe(200);
  for (const client of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    for (let number = 0; number < 3 * perMinute; number += 1) {
      expect((await send(`wrong-${number}`, { client })).status).toBe(401);
    }
  }
});
