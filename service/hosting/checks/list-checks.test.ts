import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CheckRun, CheckSuite } from "@/lib/contract/hosting/check";
import { type Checks, startChecks } from "./testing/check-fixture";

let checks: Checks;
let sha: string;

beforeAll(async () => {
  checks = await startChecks();
});
beforeEach(async () => {
  sha = await checks.newHead();
});
afterAll(() => checks.close());

interface Page {
  checkRuns: CheckRun[];
  checkSuites: CheckSuite[];
  nextPageToken: string;
  totalSize: number;
}

const page = async (path: string) => {
  const { status, body } = await checks.request("GET", path);
  expect(status).toBe(200);
  return body as Page;
};
const runs = (query = "") => page(`commits/${sha}/check-runs?${query}`);
const post = (run: object, suite: object = {}) => checks.app.post({ sha, run, suite });
const attempt = (externalId: string, seconds: number, more: object = {}) => ({
  externalId,
  externalUpdatedAt: checks.ago(seconds),
  status: "completed",
  conclusion: "failure",
  ...more,
});
const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);

describe("lists of checks", () => {
  it("H-CHECK-55 H-CHECK-56 H-CHECK-57 H-CHECK-59: contain the latest attempt of each run; earlier ones can be read by id", async () => {
    const first = await post(attempt("1", 30));
    const second = await post(attempt("2", 20));
    const other = await post({ key: "test", name: "Test", status: "queued" });
    const listed = await runs();
    expect(idsOf(listed.checkRuns).sort()).toEqual([second.checkRun.id, other.checkRun.id].sort());
    expect(listed.totalSize).toBe(2);
    expect(await page(`check-suites/${first.checkSuite.id}/check-runs`)).toEqual(listed);
    const { body } = await checks.request("GET", `check-runs/${first.checkRun.id}`);
    expect(body).toEqual(first.checkRun);
  });

  it("H-CHECK-42: a canceled attempt doesn't supersede one that passed", async () => {
    const passed = await post(attempt("1", 30, { conclusion: "success" }));
    await post(attempt("2", 20, { conclusion: "cancelled" }));
    expect(idsOf((await runs()).checkRuns)).toEqual([passed.checkRun.id]);
  });

  it("H-CHECK-54 H-CHECK-60: contain the latest attempt of each suite, by app and key", async () => {
    const old = await post(attempt("1", 30), { externalId: "s1" });
    const latest = await post(attempt("1", 20), { externalId: "s2" });
    const docs = await post(attempt("1", 40), { key: "docs" });
    const otherApp = await (await checks.newApp()).post({ sha, run: attempt("1", 50) });
    const { checkSuites, totalSize } = await page(`commits/${sha}/check-suites`);
    expect(idsOf(checkSuites).sort()).toEqual(idsOf([latest, docs, otherApp].map((each) => each.checkSuite)).sort());
    expect(totalSize).toBe(3);
    expect(idsOf((await runs()).checkRuns)).not.toContain(old.checkRun.id);
    const kept = await checks.request("GET", `check-suites/${old.checkSuite.id}`);
    expect(kept.body).toEqual(old.checkSuite);
    const ofOld = await page(`check-suites/${old.checkSuite.id}/check-runs`);
    expect(idsOf(ofOld.checkRuns)).toEqual([old.checkRun.id]);
  });

  it("H-CHECK-61 H-CHECK-62 H-CHECK-64: filters apply only to the latest attempts", async () => {
    await post(attempt("1", 30, { name: "Old name" }));
    await post(attempt("2", 20, { name: "New name" }));
    await post({ key: "q", name: "New", status: "queued" });
    await post({ key: "p", name: "New", status: "in_progress" });
    const counts = async (query: string) => (await runs(query)).totalSize;
    expect(await counts("checkName=Old%20name")).toBe(0);
    expect(await counts("checkName=New%20name")).toBe(1);
    expect(await counts("checkName=New")).toBe(2);
    for (const status of ["queued", "in_progress", "completed"]) expect(await counts(`status=${status}`)).toBe(1);
    expect(await counts("status=rerequested")).toBe(0);
    expect(await counts("status=queued&checkName=New%20name")).toBe(0);
  });

  it("H-CHECK-63: reject unknown statuses", async () => {
    for (const status of ["pending", "failing", ""]) {
      const response = await checks.request("GET", `commits/${sha}/check-runs?status=${status}`);
      expect(response).toMatchObject({ status: 400, body: { code: 3 } });
    }
  });

  it("H-CHECK-58 H-CHECK-65: page through the latest attempts, with tokens bound to commit and filters", async () => {
    const created: string[] = [];
    for (const key of ["a", "b", "c"]) {
      await post(attempt("1", 30, { key }));
      created.push((await post(attempt("2", 20, { key }))).checkRun.id);
    }
    const seen: string[] = [];
    let token = "";
    do {
      const { checkRuns, nextPageToken, totalSize } = await runs(`pageSize=1&pageToken=${token}`);
      expect(totalSize).toBe(3);
      seen.push(...idsOf(checkRuns));
      token = nextPageToken;
    } while (token);
    expect(seen.sort()).toEqual(created.sort());
    const { nextPageToken } = await runs("pageSize=1&status=completed");
    expect((await runs(`pageToken=${nextPageToken}&status=completed`)).checkRuns).toHaveLength(1);
    for (const query of ["", "status=queued&", "status=completed&checkName=Lint&"]) {
      const rejected = await checks.request("GET", `commits/${sha}/check-runs?${query}pageToken=${nextPageToken}`);
      expect(rejected).toMatchObject({ status: 400, body: { code: 3 } });
    }
  });

  it("return not found for missing and inaccessible resources", async () => {
    const { checkRun, checkSuite } = await post(attempt("1", 30));
    const paths = [`check-runs/${checkRun.id}`, `check-suites/${checkSuite.id}`, `commits/${sha}/check-runs`];
    for (const path of paths) expect((await checks.request("GET", path, undefined, checks.stranger)).status).toBe(404);
    for (const path of ["check-runs/cr_none", "check-suites/none", `commits/${"1".repeat(40)}/check-suites`]) {
      expect(await checks.request("GET", path)).toMatchObject({ status: 404, body: { code: 5 } });
    }
    expect((await checks.request("GET", "commits/main/check-runs")).status).toBe(400);
  });
});
