import { afterAll, beforeAll, expect, it } from "vitest";
import { createPersonKey } from "@/lib/contract/admin/create-person-key";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { startTestService, type TestService } from "../../testing/test-service";

const clock = new FakeClock({ running: true });
const perMinute = 20;
let test: TestService;
beforeAll(async () => {
  test = await startTestService({ FAILED_AUTHENTICATIONS_PER_MINUTE: String(perMinute) }, clock);
});
afterAll(() => test.close());

const me = (key: string | null) => test.send("GET", "/v1/me", { key });
const wrongKey = (number: number) => `key_${String(number).padStart(64, "0")}`;

it("wrong keys of an address are limited, and accepted keys still work", async () => {
  expect((await me(test.keys.user)).status).toBe(200);
  const statuses: number[] = [];
  for (let number = 0; number < 3 * perMinute; number += 1) statuses.push((await me(wrongKey(number))).status);
  expect(statuses.slice(0, perMinute)).toEqual(Array(perMinute).fill(401));
  expect(statuses.at(-1)).toBe(429);

  const limited = await me(wrongKey(1));
  expect(limited.body).toMatchObject({ error: { code: "rate_limit_exceeded" } });
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  const hosting = await test.send("GET", "/v1/repohost/namespaces", { key: wrongKey(2) });
  expect([hosting.status, hosting.body]).toMatchObject([429, { code: 8 }]);
  const git = await test.send("GET", "/git/demo/orders.git/info/refs?service=git-upload-pack", { key: wrongKey(3) });
  expect(git.status).toBe(429);

  expect((await me(test.keys.user)).status).toBe(200);
  expect((await me(null)).status).toBe(401);
});

it("a new key is accepted once the limit has recovered", async () => {
  const params = { teamId: "1", email: "admin@localhost" };
  clock.advance(60_000);
  const { key } = await test.call(createPersonKey, { params, body: { name: "new" }, key: test.keys.admin });
  while ((await me(wrongKey(1))).status !== 429);
  expect((await me(key)).status).toBe(429);
  clock.advance(60_000);
  expect((await me(key)).status).toBe(200);
});
