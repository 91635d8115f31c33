import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { maxMarksPerCall, maxSeenVersions, maxViewedMarks } from "@/lib/contract/dashboard/pulls/viewed-files";
import type { User } from "@/lib/server/auth/session-reader";
import { seenVersions, viewedFiles } from "@/lib/server/db/schema";
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

const mark = (user: User | undefined, pullId: string, marks: string[], viewed = true) =>
  own.call(user, "POST", `/viewed-files/${pullId}`, { marks, viewed });
const marksOf = async (user: User, pullId: string): Promise<string[]> =>
  (await (await own.call(user, "GET", `/viewed-files/${pullId}`)).json()).marks.sort();
const version = (number: number) => ({ number: `${number}`, headSha: "a".repeat(40), baseSha: "b".repeat(40) });
const see = (user: User | undefined, pullId: string, body: object) =>
  own.call(user, "POST", `/seen-versions/${pullId}`, body);
const seenBy = async (user: User, pullId: string): Promise<object[]> =>
  (await (await own.call(user, "GET", `/viewed-files/${pullId}`)).json()).seenVersions;

it("remembers which files each user has viewed, per pull request", async () => {
  expect((await mark(vi, "pr_1", ["0a1 a.ts", "0b2 b.ts", "0a1 a.ts"])).status).toBe(200);
  await mark(vi, "pr_2", ["0a1 a.ts"]);
  await mark(vi, "pr_1", ["0a1 a.ts", "0c3 c.ts"], false);
  expect(await marksOf(vi, "pr_1")).toEqual(["0b2 b.ts"]);
  expect(await marksOf(vi, "pr_2")).toEqual(["0a1 a.ts"]);
  expect(await marksOf(ada, "pr_1")).toEqual([]);
});

it("keeps a bounded number of marks of any path", async () => {
  const long = `${"0".repeat(40)} ${"é/".repeat(2_000)}x`;
  const marks = Array.from({ length: maxViewedMarks }, (_, index) => `0a1 ${index}.ts`);
  expect((await mark(ada, "pr_3", marks)).status).toBe(200);
  expect((await mark(ada, "pr_3", [long, "0b2 b.ts", "0c3 c.ts"])).status).toBe(200);
  expect(await marksOf(ada, "pr_3")).toHaveLength(maxViewedMarks);
  expect(await marksOf(ada, "pr_3")).toContain(long);
});

it("remembers which versions each user has seen, by number", async () => {
  for (const number of [2, 10, 2]) expect((await see(vi, "pr_4", version(number))).status).toBe(200);
  await see(vi, "pr_5", version(1));
  expect(await seenBy(vi, "pr_4")).toEqual([version(2), version(10)]);
  expect(await seenBy(vi, "pr_5")).toEqual([version(1)]);
  expect(await seenBy(ada, "pr_4")).toEqual([]);
});

it("keeps a bounded number of versions, the newest", async () => {
  for (let number = 1; number <= maxSeenVersions + 2; number++) await see(ada, "pr_4", version(number));
  const seen = await seenBy(ada, "pr_4");
  expect(seen).toHaveLength(maxSeenVersions);
  expect(seen[0]).toEqual(version(3));
});

it("keeps a bounded number of marks and versions of a user, however many pull requests they name", async () => {
  const { database } = own.store;
  const at = (index: string) => sql.raw(`now() - interval '1 day' - ${index} * interval '1 second'`);
  await database.execute(sql`
    insert into viewed_files (user_id, pull_id, digest, mark, viewed_at)
    select ${ada.id}, 'pr_made_' || n, 'x', 'x', ${at("n")} from generate_series(1, 100000) n`);
  await database.execute(sql`
    insert into seen_versions (user_id, pull_id, number, head_sha, base_sha, seen_at)
    select ${ada.id}, 'pr_made_' || n, 1, '', '', ${at("n")} from generate_series(1, 20000) n`);
  await mark(ada, "pr_6", ["0a1 a.ts"]);
  await see(ada, "pr_6", version(1));
  expect(await marksOf(ada, "pr_6")).toEqual(["0a1 a.ts"]);
  expect(await seenBy(ada, "pr_6")).toEqual([version(1)]);
  expect(await database.$count(viewedFiles, eq(viewedFiles.userId, ada.id))).toBe(100_000);
  expect(await database.$count(seenVersions, eq(seenVersions.userId, ada.id))).toBe(20_000);
});

it("forgets what a user hasn't reviewed for half a year", async () => {
  const { database } = own.store;
  await mark(vi, "pr_7", ["0a1 a.ts"]);
  await see(vi, "pr_7", version(1));
  const seenAt = new Date(Date.now() - 181 * 86_400_000);
  await database.update(viewedFiles).set({ viewedAt: seenAt }).where(eq(viewedFiles.pullId, "pr_7"));
  await database.update(seenVersions).set({ seenAt }).where(eq(seenVersions.pullId, "pr_7"));
  await mark(vi, "pr_8", ["0a1 a.ts"]);
  await see(vi, "pr_8", version(1));
  expect([await marksOf(vi, "pr_7"), await seenBy(vi, "pr_7")]).toEqual([[], []]);
  expect([await marksOf(vi, "pr_8"), await seenBy(vi, "pr_8")]).toEqual([["0a1 a.ts"], [version(1)]]);
});

it("rejects invalid versions", async () => {
  for (const change of [{ number: "0" }, { number: "x" }, { headSha: "main" }, { baseSha: "" }, { seenAt: "now" }]) {
    expect((await see(vi, "pr_4", { ...version(1), ...change })).status, JSON.stringify(change)).toBe(400);
  }
  expect((await see(undefined, "pr_4", version(1))).status).toBe(401);
});

it("rejects other ids, invalid marks and visitors", async () => {
  for (const marks of [[], [""], ["a\u0000"], ["x".repeat(5_000)], Array(maxMarksPerCall + 1).fill("a")]) {
    expect((await mark(ada, "pr_1", marks)).status, `${marks[0]}`).toBe(400);
  }
  expect((await mark(ada, "pr%20_1", ["a"])).status).toBe(400);
  expect((await mark(undefined, "pr_1", ["a"])).status).toBe(401);
});
