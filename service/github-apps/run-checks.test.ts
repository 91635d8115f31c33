import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { runPath } from "@/lib/contract/worker-protocol/limits";
import { githubRunChecks } from "../core/store/tables/github";
import { connectFakeWorker, type FakeWorker, registration } from "../workers/connection/testing/worker-fixture";
import { reportRunChecks } from "./report-run-checks";
import { type ConnectedService, startConnectedService } from "./testing/connected-service";

let connected: ConnectedService;
beforeAll(async () => {
  connected = await startConnectedService();
  await connected.createApp();
});
afterAll(() => connected.close());
afterEach(() => expect([...new Set(connected.gitHub.violations.splice(0))]).toEqual([]));

const repoUrl = () => connected.gitHub.url.replace("https://", "");
const tip = (branch: string) => git(connected.gitHub.server.dir, "rev-parse", `refs/heads/${branch}`);
const reports = (runId: string) => connected.gitHub.state.reported.filter(({ externalId }) => externalId === runId);
const requests = (runId: string) =>
  connected.test.service.db.select().from(githubRunChecks).where(eq(githubRunChecks.runId, runId));

/** Adds a commit to a branch, as a push of the run does. */
async function push(branch: string): Promise<string> {
  const { dir } = connected.gitHub.server;
  const commit = await git(dir, "commit-tree", `${branch}^{tree}`, "-p", branch, "-m", "Change");
  await git(dir, "update-ref", `refs/heads/${branch}`, commit);
  return commit;
}

let names = 0;
interface StartedRun {
  worker: FakeWorker;
  agentId: string;
  runId: string;
  branch: string;
  /** Ends the run. */
  finish(status?: "FINISHED" | "ERROR"): Promise<void>;
}

/** Waits until a worker has started the run that is assigned to it. */
async function started(worker: FakeWorker, workerId: string): Promise<StartedRun> {
  const { runId, agentId, token } = await worker.next("assign");
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${connected.test.url}${runPath.specification(workerId, runId)}`, { headers });
  const { branch } = await response.json();
  return {
    worker,
    agentId,
    runId,
    branch: branch.name,
    async finish(status = "FINISHED") {
      const branches = status === "FINISHED" && !branch.current ? [{ repoUrl: repoUrl(), branch: branch.name }] : [];
      const error = status === "ERROR" ? { error: { code: "agent_failed", message: "It failed" } } : {};
      worker.send({ type: "outcome", runId, frames: 0, outcome: { status, result: "", branches, ...error } });
      await worker.next("over");
    },
  };
}

/** Launches an agent whose first run is started by a fake worker. */
async function launch(more: object = {}): Promise<StartedRun & { workerId: string }> {
  names += 1;
  const { test, gitHub } = connected;
  const [pool, workerId] = [`pool-${names}`, `worker-${names}`];
  const worker = await connectFakeWorker(test.url, test.keys.serviceAccount);
  worker.send(registration({ pool, workerId }));
  await worker.next("welcome");
  const env = { type: "pool" as const, name: pool };
  await test.call(createAgent, { body: { prompt: { text: "hello" }, env, repos: [{ url: gitHub.url }], ...more } });
  return { ...(await started(worker, workerId)), workerId };
}

/** A follow-up run of an agent that has pushed its branch. */
async function followUp(): Promise<StartedRun> {
  const first = await launch();
  await git(connected.gitHub.server.dir, "branch", first.branch, "main");
  await push(first.branch);
  await first.finish();
  const params = { id: first.agentId };
  await connected.test.call(createRun, { params, body: { prompt: { text: "again" } } });
  return started(first.worker, first.workerId);
}

describe("a run on a branch that exists on GitHub", () => {
  it("is reported as in progress, and completed on the commit where it started and on the one that it pushed", async () => {
    const run = await followUp();
    const before = await tip(run.branch);
    await expect
      .poll(() => reports(run.runId))
      .toMatchObject([{ sha: before, status: "in_progress", conclusion: null }]);
    expect(reports(run.runId)[0]?.detailsUrl).toContain(`/agents/${run.agentId}`);
    const after = await push(run.branch);
    await run.finish();
    await expect.poll(() => requests(run.runId)).toEqual([]);
    expect(reports(run.runId)).toMatchObject([
      { sha: before, status: "completed", conclusion: "success" },
      { sha: after, status: "completed", conclusion: "success" },
    ]);
  });

  it("is reported once if it pushes nothing, also when it fails", { tags: ["long"] }, async () => {
    const run = await followUp();
    await expect.poll(() => reports(run.runId)).toHaveLength(1);
    await run.finish("ERROR");
    await expect.poll(() => requests(run.runId)).toEqual([]);
    expect(reports(run.runId)).toMatchObject([{ status: "completed", conclusion: "failure" }]);
  });

  it("is reported on the head of the pull request that it works on", { tags: ["long"] }, async () => {
    const { gitHub } = connected;
    const head = await gitHub.branch("feature");
    const number = gitHub.state.pulls.length + 1;
    const facts = { number, title: "Feature", body: "", head: "feature", base: "main", draft: false };
    gitHub.state.pulls.push({ ...facts, state: "open", merged: false, mergeable: true });
    const repos = [{ url: gitHub.url, prUrl: `${gitHub.url}/pull/${number}` }];
    const run = await launch({ repos, workOnCurrentBranch: true });
    await expect.poll(() => reports(run.runId)).toMatchObject([{ sha: head, status: "in_progress" }]);
    await run.finish();
    await expect.poll(() => requests(run.runId)).toEqual([]);
    expect(reports(run.runId)).toMatchObject([{ sha: head, status: "completed", conclusion: "success" }]);
  });

  it("is completed if it ended before it was reported", { tags: ["long"] }, async () => {
    const { gitHub } = connected;
    const run = await followUp();
    await expect.poll(() => requests(run.runId)).toMatchObject([{ checkRunId: expect.any(Number) }]);
    // As if the response of the first attempt was lost.
    const { db, clock } = connected.test.service;
    const lost = { checkRunId: null, dueAt: clock.now() + 60_000 };
    await db.update(githubRunChecks).set(lost).where(eq(githubRunChecks.runId, run.runId));
    await run.finish();
    expect(await requests(run.runId)).toMatchObject([{ conclusion: "success", dueAt: lost.dueAt }]);
    await db.update(githubRunChecks).set({ dueAt: clock.now() }).where(eq(githubRunChecks.runId, run.runId));
    await reportRunChecks(connected.test.service);
    await expect.poll(() => requests(run.runId)).toEqual([]);
    expect(reports(run.runId)).toMatchObject([{ status: "completed", conclusion: "success" }]);
    expect(gitHub.violations).toEqual([]);
  });
});

describe("a run that can't be reported", () => {
  it("isn't affected by a missing permission or a rejection", { tags: ["long"] }, async () => {
    const { test, gitHub, connect } = connected;
    const { app } = gitHub.state;
    const installation = app?.installation;
    if (!app || !installation) throw new Error("the app isn't installed");
    const { checks: _checks, ...permissions } = installation.permissions;
    const ended = async (run: StartedRun) => {
      await expect.poll(() => requests(run.runId)).toEqual([]);
      await run.finish();
      await expect.poll(() => requests(run.runId)).toEqual([]);
      expect(reports(run.runId)).toEqual([]);
      const params = { id: run.agentId, runId: run.runId };
      expect(await test.call(getRun, { params })).toMatchObject({ status: "FINISHED" });
    };
    app.installation = { permissions, suspended: false };
    connect();
    await ended(await followUp());
    app.installation = installation;
    connect();
    const denied = { status: 403, message: "Resource not accessible by integration" };
    gitHub.fail("POST /repos/{owner}/{repo}/check-runs", denied, denied, denied);
    await ended(await followUp());
  });
});
