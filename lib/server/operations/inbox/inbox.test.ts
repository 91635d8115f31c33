import { afterAll, beforeAll, expect, it } from "vitest";
import type { User } from "@/lib/server/auth/session-reader";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let own: DashboardCalls;
let ada: User;
let vi: User;

beforeAll(async () => {
  own = await startDashboardCalls();
  ada = await own.someone("Ada", "operator");
  vi = await own.someone("Vi", "viewer");
});
afterAll(() => own.stop());

const mark = (user: User | undefined, keys: string[], read = true) =>
  own.call(user, "POST", "/inbox/reads", { keys, read });
const keysOf = async (user: User) =>
  Object.keys((await (await own.call(user, "GET", "/inbox/reads")).json()).reads).sort();

it("remembers what each user has read", async () => {
  expect((await mark(vi, ["agent:bc-1/failed", "pull:acme/orders/7/review", "agent:bc-1/failed"])).status).toBe(200);
  expect(await keysOf(vi)).toEqual(["agent:bc-1/failed", "pull:acme/orders/7/review"]);
  expect(await keysOf(ada)).toEqual([]);
  await mark(vi, ["agent:bc-1/failed"]);
  await mark(vi, ["pull:acme/orders/7/review"], false);
  expect(await keysOf(vi)).toEqual(["agent:bc-1/failed"]);
});

it("rejects other keys and visitors", async () => {
  for (const keys of [[], ["job:1"], ["agent:a b"], ["agent:\u0000"], Array(201).fill("agent:x")]) {
    expect((await mark(ada, keys)).status, `${keys[0]}`).toBe(400);
  }
  expect((await mark(undefined, ["agent:bc-1"])).status).toBe(401);
});
