import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { installedApp } from "../installations/testing/installation-fixture";
import { addReader } from "../repositories/testing/repository-fixture";
import { type Checks, startChecks } from "./testing/check-fixture";

const clock = new FakeClock({ running: true });
let checks: Checks;
let sha: string;
let count = 0;

beforeAll(async () => {
  checks = await startChecks(clock);
});
/** Each test gets its own pull request head. */
beforeEach(async () => {
  count += 1;
  const branch = `rerequest-${count}`;
  sha = await checks.branch(branch, { "a.txt": `rerequest ${count}\n` });
  await checks.open(branch);
});
afterAll(() => checks.close());

const post = (run: object = {}, at = sha, suite: object = {}) =>
  checks.app.post({ sha: at, run: { isRerequestable: true, ...run }, suite });
const rerequest = (id: string, key?: string) => checks.request("POST", `check-runs/${id}/rerequest`, {}, key);
const read = async (id: string) => (await checks.request("GET", `check-runs/${id}`)).body as CheckRun;
const listed = async (status = "") => {
  const { body } = await checks.request("GET", `commits/${sha}/check-runs${status ? `?status=${status}` : ""}`);
  return (body as { checkRuns: CheckRun[] }).checkRuns;
};
const failedPrecondition = { status: 400, body: { code: 9 } };
const done = (conclusion: string, seconds: number, more: object = {}) => ({
  status: "completed",
  conclusion,
  externalUpdatedAt: checks.ago(seconds),
  ...more,
});

describe("Rerequest Check Run", () => {
  it("H-CHECK-12 H-CHECK-13 H-CHECK-21 H-CHECK-24 H-CHECK-25 H-CHECK-62 H-CHECK-66: marks the run, which remains listed as pending", async () => {
    const times = { startedAt: checks.ago(90), completedAt: checks.ago(70) };
    const { checkRun } = await post(done("failure", 60, times));
    const response = await rerequest(checkRun.id);
    const marked = response.body as CheckRun;
    expect(response.status).toBe(200);
    expect(marked).toMatchObject({
      id: checkRun.id,
      status: "rerequested",
      conclusion: "failure",
      ...times,
      externalUpdatedAt: checkRun.externalUpdatedAt,
      updatedAt: marked.rerequestedAt,
      rerequestedBy: { user: { id: expect.stringMatching(/^user_/) } },
    });
    expect(await listed("rerequested")).toEqual([marked]);
    expect(await listed("completed")).toEqual([]);
  });

  it("H-CHECK-22 H-CHECK-23: costs 5 points and requires write access, regardless of the reporting app", async () => {
    const other = await checks.newApp();
    const { checkRun } = await post();
    const response = await rerequest(checkRun.id, other.token);
    expect(response).toMatchObject({ status: 200, body: { rerequestedBy: { app: { id: other.appId } } } });
    expect((await rerequest(checkRun.id, checks.stranger)).status).toBe(404);
    const { token } = await installedApp(checks.test, { scopes: ["repository:checks:write"] });
    expect(await rerequest(checkRun.id, token)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("repository:contents:write") },
    });
    const used = async () => {
      const { headers } = await checks.test.send("GET", "/v1/repohost/rate_limit", { key: other.token });
      return Number(headers.get("x-ratelimit-used"));
    };
    const before = await used();
    await rerequest(checkRun.id, other.token);
    expect((await used()) - before).toBe(5);
  });

  it("requires write permission", async () => {
    const { checkRun } = await post();
    const reader = await addReader(checks.test.service, checks.repo);
    expect(await rerequest(checkRun.id, reader)).toMatchObject({ status: 403, body: { code: 7 } });
    expect(await read(checkRun.id)).toEqual(checkRun);
  });

  it("H-CHECK-27 H-CHECK-28: rejects runs that aren't completed or aren't rerequestable", async () => {
    const running = await post({ status: "in_progress" });
    expect(await rerequest(running.checkRun.id)).toMatchObject(failedPrecondition);
    const final = await post({ key: "final", isRerequestable: false });
    expect(await rerequest(final.checkRun.id)).toMatchObject(failedPrecondition);
    expect(await read(final.checkRun.id)).toEqual(final.checkRun);
  });

  it("H-CHECK-29: rejects superseded attempts of a run or its suite", async () => {
    const old = await post(done("failure", 60));
    await post(done("failure", 50, { externalId: "run-2" }));
    expect(await rerequest(old.checkRun.id)).toMatchObject(failedPrecondition);
    const inOldSuite = await post(done("failure", 40, { key: "test" }));
    await post(done("failure", 30), sha, { externalId: "suite-2" });
    expect(await rerequest(inOldSuite.checkRun.id)).toMatchObject(failedPrecondition);
  });

  it("H-CHECK-30: rejects commits that aren't the head of an open pull request", { tags: ["long"] }, async () => {
    const loose = await post({}, await checks.newHead());
    expect(await rerequest(loose.checkRun.id)).toMatchObject(failedPrecondition);
    const { checkRun } = await post();
    await checks.branch(`rerequest-${count}`, { "a.txt": "moved on\n" });
    await expect.poll(async () => (await rerequest(checkRun.id)).body).toMatchObject({ code: 9 });
  });

  it("H-CHECK-31: rejects a second request while one is outstanding, even with concurrent requests", async () => {
    const { checkRun } = await post();
    const responses = await Promise.all(Array.from({ length: 6 }, () => rerequest(checkRun.id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 6 });
  });

  it("H-CHECK-32 H-CHECK-34 H-CHECK-35: a new run completes it and can be re-requested itself", async () => {
    const { checkRun } = await post(done("failure", 60));
    await rerequest(checkRun.id);
    clock.advance(1000);
    const fresh = await post({ externalId: "run-2", status: "in_progress", externalUpdatedAt: checks.ago(0) });
    expect(fresh.checkRun.status).toBe("in_progress");
    const completed = await read(checkRun.id);
    expect(completed).toMatchObject({ status: "completed", conclusion: "failure" });
    expect(completed).not.toHaveProperty("rerequestedAt");
    expect(completed).not.toHaveProperty("rerequestedBy");
    expect((await listed()).map(({ id }) => id)).toEqual([fresh.checkRun.id]);
    clock.advance(1000);
    await post(done("success", 0, { externalId: "run-2" }));
    expect((await rerequest(fresh.checkRun.id)).status).toBe(200);
  });

  it("a new run supersedes the passing one that was re-requested, even if it is canceled", async () => {
    const { checkRun } = await post(done("success", 60));
    await rerequest(checkRun.id);
    clock.advance(1000);
    const canceled = await post(done("cancelled", 0, { externalId: "run-2" }));
    expect(await read(checkRun.id)).toMatchObject({ status: "completed", conclusion: "success" });
    expect((await listed()).map(({ id }) => id)).toEqual([canceled.checkRun.id]);
  });

  it("H-CHECK-33 H-CHECK-34 H-CHECK-35: a post for the same run completes it once its timestamp reaches the request", async () => {
    const { checkRun } = await post(done("success", 60));
    await rerequest(checkRun.id);
    for (const post_ of [done("success", 50), { status: "queued", externalUpdatedAt: checkRun.externalUpdatedAt }]) {
      expect((await post(post_)).outcome).toBe("ignored_stale");
    }
    clock.advance(1000);
    const fresh = await post({ status: "queued", externalUpdatedAt: checks.ago(0) });
    expect(fresh).toMatchObject({ outcome: "updated", checkRun: { id: checkRun.id, status: "queued" } });
    expect(fresh.checkRun).not.toHaveProperty("rerequestedAt");
    expect(fresh.checkRun).not.toHaveProperty("rerequestedBy");
    clock.advance(1000);
    await post(done("success", 0));
    expect((await rerequest(checkRun.id)).status).toBe(200);
  });
});

describe("deadlines", () => {
  const inSeconds = (seconds: number) => checks.ago(-seconds);

  it("H-CHECK-16 H-CHECK-18: a run in progress times out after its deadline; a later result replaces that", async () => {
    const running = { status: "in_progress", startedAt: checks.ago(10), deadlineAt: inSeconds(30) };
    const { checkRun } = await post(running);
    clock.advance(20_000);
    expect((await read(checkRun.id)).status).toBe("in_progress");
    await expect
      .poll(async () => {
        clock.advance(60_000);
        return read(checkRun.id);
      })
      .toMatchObject({ status: "completed", conclusion: "timed_out", completedAt: expect.any(String) });
    const timedOut = await read(checkRun.id);
    expect(timedOut).not.toHaveProperty("deadlineAt");
    expect(timedOut.externalUpdatedAt).toBe(checkRun.externalUpdatedAt);
    const late = await post({ ...done("success", 0), externalUpdatedAt: checkRun.externalUpdatedAt });
    expect(late).toMatchObject({ outcome: "updated", checkRun: { conclusion: "success" } });
  });

  it("H-CHECK-19 H-CHECK-20: queued runs and runs without a deadline don't time out", async () => {
    const queued = await post({ status: "queued", deadlineAt: inSeconds(30) });
    const endless = await post({ key: "endless", status: "in_progress" });
    const sentinel = await post({ key: "sentinel", status: "in_progress", deadlineAt: inSeconds(30) });
    await expect
      .poll(async () => {
        clock.advance(60_000);
        return (await read(sentinel.checkRun.id)).conclusion;
      })
      .toBe("timed_out");
    expect(await read(queued.checkRun.id)).toEqual(queued.checkRun);
    expect(await read(endless.checkRun.id)).toEqual(endless.checkRun);
  });
});
