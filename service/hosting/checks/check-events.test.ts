import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { updateApp } from "@/lib/contract/hosting/apps/update-app";
import { subscribableEvents } from "@/lib/contract/hosting/apps/webhook-event";
import { getCheckRun } from "@/lib/contract/hosting/checks/get-check-run";
import { getCheckSuite } from "@/lib/contract/hosting/checks/get-check-suite";
import { rerequestCheckRun } from "@/lib/contract/hosting/checks/rerequest-check-run";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { installations } from "../../core/store/tables/apps";
import { addListener, allScopes, type Receiver, startReceiver } from "../webhooks/testing/webhook-fixture";
import { expireCheckRuns } from "./expire-check-runs";
import { type Checks, type Reporter, startChecks } from "./testing/check-fixture";

const clock = new FakeClock({ running: true });
let checks: Checks;
/** Receivers of a subscribed app and of the reporting app. */
let watcher: Receiver;
let own: Receiver;
let reporter: Reporter;

beforeAll(async () => {
  checks = await startChecks(clock, { WEBHOOK_LOCAL_RECEIVERS: "1" });
  watcher = await startReceiver();
  own = await startReceiver();
  await addListener(checks.test, watcher);
  await watcher.take("installation.created");
  reporter = checks.app;
  await checks.test.call(updateApp, {
    params: { appId: reporter.appId },
    body: { webhookUrl: own.url, events: { events: [...subscribableEvents] } },
  });
});
afterAll(async () => {
  await checks.close();
  await watcher.close();
  await own.close();
});
beforeEach(() => {
  watcher.received.splice(0);
  own.received.splice(0);
});

const run = (checkRunId: string) => checks.test.call(getCheckRun, { params: { ...checks.params, checkRunId } });
const suite = (checkSuiteId: string) => checks.test.call(getCheckSuite, { params: { ...checks.params, checkSuiteId } });
const reference = () => ({ id: checks.repo.id, name: "Widgets", owner: checks.repo.owner });
const started = { status: "in_progress", conclusion: undefined };

/** Check events an app has received, once a later event has arrived too. */
async function receivedCheckEvents(receiver: Receiver): Promise<string[]> {
  const ref = `refs/heads/after-${clock.now()}`;
  await checks.pushed(`main:${ref}`);
  await receiver.take(({ payload }) => JSON.stringify(payload).includes(ref));
  return receiver.received.map(({ type }) => type).filter((type) => type.includes("check_run"));
}

describe("events of check runs", () => {
  it("H-EVENT-28 H-EVENT-29 created and completed contain suite and run with their actors, but no separate actor", async () => {
    const sha = await checks.newHead();
    const { checkRun, checkSuite } = await reporter.post({
      sha,
      run: { ...started, externalUpdatedAt: checks.ago(50) },
    });
    const created = await watcher.take("repository.check_run.created");
    expect(created.payload).toEqual({ repository: reference(), checkSuite, checkRun });
    expect(checkSuite.actor).toMatchObject({ app: { id: reporter.appId } });
    expect(checkRun.actor).toMatchObject({ app: { id: reporter.appId } });
    await reporter.post({ sha, run: { externalUpdatedAt: checks.ago(40) } });
    const completed = await watcher.take("repository.check_run.completed");
    expect(completed.payload).toEqual({
      repository: reference(),
      checkSuite: await suite(checkSuite.id),
      checkRun: await run(checkRun.id),
    });
    expect(completed.payload).toMatchObject({ checkRun: { status: "completed", conclusion: "success" } });
  });

  it("are sent once per result, not for posts without changes", async () => {
    const sha = await checks.newHead();
    const post = (seconds: number, overrides: object = {}) =>
      reporter.post({ sha, run: { externalUpdatedAt: checks.ago(seconds), ...overrides } });
    await post(50, { conclusion: "failure" });
    await post(50, { conclusion: "failure" });
    await post(60, { conclusion: "success" });
    await post(40, { conclusion: "success" });
    await post(30, { conclusion: "success", name: "Another name" });
    expect(await receivedCheckEvents(watcher)).toEqual([
      "repository.check_run.created",
      "repository.check_run.completed",
      "repository.check_run.completed",
    ]);
  });

  it("H-CHECK-17 completed is sent when a run's deadline passes", async () => {
    const sha = await checks.newHead();
    const deadlineAt = checks.ago(-5);
    const { checkRun } = await reporter.post({ sha, run: { ...started, deadlineAt } });
    await watcher.take("repository.check_run.created");
    clock.advance(6_000);
    await expireCheckRuns(checks.test.service);
    const { payload } = await watcher.take("repository.check_run.completed");
    expect(payload).toMatchObject({ checkRun: { id: checkRun.id, status: "completed", conclusion: "timed_out" } });
  });

  it("H-CHECK-26 H-EVENT-30 H-EVENT-31 H-EVENT-32 H-EVENT-33 rerequested is sent only to the reporting app, with the run's previous result", {
    tags: ["long"],
  }, async () => {
    const sha = await checks.branch("rerequested", { "a.txt": "asked again\n" });
    await checks.open("rerequested");
    const times = { startedAt: checks.ago(40), completedAt: checks.ago(30), externalUpdatedAt: checks.ago(30) };
    const { checkRun, checkSuite } = await reporter.post({
      sha,
      run: { isRerequestable: true, conclusion: "failure", ...times },
    });
    const params = { ...checks.params, checkRunId: checkRun.id };
    const marked = await checks.test.call(rerequestCheckRun, { params, body: {} });
    const { payload } = await own.take("repository.check_run.rerequested");
    expect(payload).toEqual({ repository: reference(), checkSuite, checkRun: marked });
    expect(marked).toMatchObject({
      status: "rerequested",
      isRerequestable: true,
      sha,
      conclusion: "failure",
      startedAt: checkRun.startedAt,
      completedAt: checkRun.completedAt,
      rerequestedBy: { user: expect.objectContaining({ email: "admin@localhost" }) },
      rerequestedAt: expect.any(String),
    });
    expect(payload).not.toHaveProperty("pullRequest");
    expect(await receivedCheckEvents(watcher)).not.toContain("repository.check_run.rerequested");
  });

  it("H-EVENT-35 rerequested requires repository:checks:read", { tags: ["long"] }, async () => {
    const { db } = checks.test.service;
    const ofReporter = eq(installations.appId, reporter.appId);
    const [installed] = await db.select({ scopes: installations.scopes }).from(installations).where(ofReporter);
    const attempt = async (branch: string, scopes: string[]) => {
      const sha = await checks.branch(branch, { "a.txt": `${branch}\n` });
      await checks.open(branch);
      const { checkRun } = await reporter.post({ sha, run: { isRerequestable: true } });
      await own.take("repository.check_run.completed");
      await db.update(installations).set({ scopes }).where(ofReporter);
      await checks.test.call(rerequestCheckRun, { params: { ...checks.params, checkRunId: checkRun.id }, body: {} });
      const events = await receivedCheckEvents(own);
      await db
        .update(installations)
        .set({ scopes: installed?.scopes ?? [] })
        .where(ofReporter);
      return events.includes("repository.check_run.rerequested");
    };
    expect(await attempt("unscoped", ["repository:contents:read"])).toBe(false);
    expect(await attempt("scoped", ["repository:contents:read", "repository:checks:read"])).toBe(true);
  });

  it("created and completed require repository:checks:read", { tags: ["long"] }, async () => {
    const withoutScope = await startReceiver();
    await addListener(checks.test, withoutScope, { scopes: allScopes.filter((scope) => !scope.includes("checks")) });
    const withScope = await startReceiver();
    await addListener(checks.test, withScope, { scopes: ["repository:checks:read", "repository:contents:read"] });
    await reporter.post({ sha: await checks.newHead() });
    expect(await receivedCheckEvents(withScope)).toEqual([
      "repository.check_run.created",
      "repository.check_run.completed",
    ]);
    expect(await receivedCheckEvents(withoutScope)).toEqual([]);
    await withoutScope.close();
    await withScope.close();
  });
});
