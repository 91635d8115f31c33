import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { type ConnectedService, startConnectedService } from "@/service/github-apps/testing/connected-service";
import { startTestWorker, type TestWorker, workerFolder } from "./testing/test-worker";

let connected: ConnectedService;
let folder: Awaited<ReturnType<typeof workerFolder>>;
const workers: TestWorker[] = [];

beforeAll(async () => {
  connected = await startConnectedService();
  await connected.createApp();
  folder = await workerFolder();
});
afterEach(() => expect([...new Set(connected.gitHub.violations.splice(0))]).toEqual([]));
afterAll(async () => {
  for (const worker of workers.splice(0)) await worker.end("SIGKILL");
  await connected.close();
  await folder.remove();
});

async function startWorker(argv: readonly string[], key: string): Promise<TestWorker> {
  const env = { SVC_API_ENDPOINT: connected.test.url, SVC_API_KEY: key };
  const worker = await startTestWorker(argv, { cwd: folder.dir, env });
  workers.push(worker);
  await vi.waitFor(() => expect(worker.errors()).toContain('"connected"'), 20_000);
  return worker;
}

async function finished(params: { id: string; runId: string }) {
  const { test } = connected;
  const frames = JSON.stringify(await test.stream(params.id, params.runId));
  const run = await test.call(getRun, { params });
  const agent = await test.call(getAgent, { params: { id: params.id } });
  return { run, agent, frames, branch: agent.git?.branches?.[0] };
}

async function launch(env: { type: "pool" | "machine"; name: string }, text: string, more: object = {}) {
  const repos = [{ url: connected.gitHub.url }];
  const body = { prompt: { text }, repos, autoCreatePR: true, env, ...more };
  const { agent, run } = await connected.test.call(createAgent, { body });
  return finished({ id: agent.id, runId: run.id });
}

const file = (name: string, script = "true") => `Add it.\n\`\`\`sh\n${script}\n\`\`\`\n\`\`\`file ${name}\nnew\n\`\`\``;

describe("a worker", () => {
  it("runs an agent of a pool on a repository on GitHub, and receives no credential of GitHub", {
    tags: ["long"],
  }, async () => {
    const { gitHub, test } = connected;
    const worker = await startWorker(["--pool", "gpu"], test.keys.serviceAccount);
    const script =
      "git fetch origin && echo fetched; git push origin HEAD:refs/heads/other || echo denied; env; cat .git/config";
    const first = await launch({ type: "pool", name: "gpu" }, file("pool.txt", script));
    expect(first.run).toMatchObject({ status: "FINISHED" });
    const { branch: name = "", prUrl } = first.branch ?? {};
    expect(prUrl).toBe(`${gitHub.url}/pull/${gitHub.state.pulls.length}`);
    expect(first.branch?.repoUrl).toBe(gitHub.url.replace("https://", ""));
    expect(await git(gitHub.server.dir, "show", `${name}:pool.txt`)).toBe("new");
    expect(first.frames).toContain("fetched");
    expect(first.frames).toContain("denied");
    const pusher = gitHub.state.principals.get(gitHub.server.pushes.at(-1)?.principal ?? "");
    const permissions = { contents: "write", workflows: "write" };
    expect(pusher).toEqual({ kind: "installation", permissions, repositories: ["widgets"] });
    for (const token of gitHub.state.principals.keys()) {
      expect(first.frames + worker.errors()).not.toContain(token);
    }
    await expect
      .poll(() => gitHub.state.reported.filter(({ externalId }) => externalId === first.run.id))
      .toHaveLength(1);

    const body = { prompt: { text: file("again.txt") } };
    const { run } = await test.call(createRun, { params: { id: first.agent.id }, body });
    const second = await finished({ id: first.agent.id, runId: run.id });
    expect(second).toMatchObject({ run: { status: "FINISHED" }, branch: { branch: name, prUrl } });
    expect(await git(gitHub.server.dir, "show", `${name}:again.txt`)).toBe("new");
  });

  it("runs an agent of a machine on a pull request on GitHub, with the token where no app is installed", {
    tags: ["long"],
  }, async () => {
    const { gitHub, test, connect } = connected;
    const { app } = gitHub.state;
    const installation = app?.installation;
    if (!app || !installation) throw new Error("the app isn't installed");
    delete app.installation;
    connect({ [gitHub.host]: gitHub.token });
    await gitHub.branch("feature");
    const number = gitHub.state.pulls.length + 1;
    const facts = { number, title: "Feature", body: "", head: "feature", base: "main", draft: false };
    gitHub.state.pulls.push({ ...facts, state: "open", merged: false, mergeable: true });
    const prUrl = `${gitHub.url}/pull/${number}`;
    const worker = await startWorker(["--name", "laptop"], test.keys.user);
    const more = { repos: [{ url: gitHub.url, prUrl }], workOnCurrentBranch: true };
    const { run, branch, frames } = await launch({ type: "machine", name: "laptop" }, file("machine.txt"), more);
    expect(run).toMatchObject({ status: "FINISHED" });
    expect(branch).toMatchObject({ branch: "feature", prUrl });
    expect(await git(gitHub.server.dir, "show", "feature:machine.txt")).toBe("new");
    expect(gitHub.server.pushes.at(-1)?.principal).toBe(gitHub.token);
    expect(frames + worker.errors()).not.toContain(gitHub.token);
    app.installation = installation;
    connect();
  });
});
