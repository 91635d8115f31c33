import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { remoteGitPath, runPath } from "@/lib/contract/worker-protocol/limits";
import { type ConnectedService, startConnectedService } from "../../github-apps/testing/connected-service";
import { addNamespace } from "../../hosting/repositories/testing/repository-fixture";
import { poolFixture } from "../../testing/pool-fixture";
import { connectFakeWorker, type FakeWorker, registration } from "../connection/testing/worker-fixture";

let connected: ConnectedService;
beforeAll(async () => {
  connected = await startConnectedService();
  await connected.createApp();
});
afterAll(() => connected.close());
afterEach(() => expect([...new Set(connected.gitHub.violations.splice(0))]).toEqual([]));

let names = 0;
/** Connects a fake worker in a new pool and assigns it a run on the repository on GitHub. */
async function assigned(more: object = {}) {
  names += 1;
  const { test, gitHub } = connected;
  const pool = `pool-${names}`;
  const workerId = `worker-${names}`;
  const worker = await connectFakeWorker(test.url, test.keys.serviceAccount);
  worker.send(registration({ pool, workerId }));
  await worker.next("welcome");
  const body = { prompt: { text: "hello" }, env: { type: "pool" as const, name: pool }, repos: [{ url: gitHub.url }] };
  const { agent, run } = await test.call(createAgent, { body: { ...body, ...more } });
  const { token } = await worker.next("assign");
  return { worker, workerId, agent, run, token };
}

async function credentialOf(worker: FakeWorker, runId: string): Promise<string> {
  worker.send({ type: "credential", id: 1, runId });
  return (await worker.next("credential")).credential?.password ?? "";
}

const path = () => remoteGitPath(`${connected.gitHub.url}.git`);
const remote = (password: string, at = path()) => {
  const url = new URL(at, connected.test.url);
  url.username = "x-access-token";
  url.password = password;
  return url.href;
};
const advertised = (password: string, at = path(), service = "git-upload-pack") =>
  fetch(`${connected.test.url}${at}/info/refs?service=${service}`, {
    headers: { authorization: `Basic ${Buffer.from(`x-access-token:${password}`).toString("base64")}` },
  });
const outcome = (runId: string, branches: object[] = []) => ({
  type: "outcome",
  runId,
  frames: 0,
  outcome: { status: "FINISHED", result: "done", branches },
});

async function cloned(password: string): Promise<string> {
  names += 1;
  const folder = `${connected.gitHub.server.folder}/clone-${names}`;
  await git(connected.gitHub.server.folder, "clone", "--quiet", remote(password), folder);
  return folder;
}

describe("git of a worker's run on GitHub", () => {
  it("clones, and pushes only the agent's branch and those stacked on it", async () => {
    const { gitHub } = connected;
    const { worker, run, agent, workerId, token } = await assigned({ name: "Proxy it" });
    const headers = { authorization: `Bearer ${token}` };
    const spec = await (
      await fetch(`${connected.test.url}${runPath.specification(workerId, run.id)}`, { headers })
    ).json();
    expect(spec.repositories).toMatchObject([{ url: gitHub.url, cloneUrl: path(), directory: "widgets" }]);
    const password = await credentialOf(worker, run.id);
    const folder = await cloned(password);
    await commitFile(folder, "one.txt", "one\n");
    const own: string = spec.branch.name;
    await git(folder, "push", "--quiet", "origin", `HEAD:refs/heads/${own}`, `HEAD:refs/heads/${own}.api`);
    expect(await git(gitHub.server.dir, "show", `${own}.api:one.txt`)).toBe("one");
    const pushes = gitHub.server.pushes.length;
    for (const ref of ["refs/heads/main", `refs/heads/${own}-other`, "refs/tags/v1"]) {
      await expect(git(folder, "push", "--quiet", "origin", `HEAD:${ref}`)).rejects.toThrow("403");
    }
    await expect(git(folder, "push", "--quiet", "origin", `HEAD:${own}`, "HEAD:main")).rejects.toThrow("403");
    expect(gitHub.server.pushes).toHaveLength(pushes);
    worker.send(outcome(run.id, [{ repoUrl: gitHub.url.replace("https://", ""), branch: own }]));
    await worker.next("over");
    const { git: result } = await connected.test.call(getAgent, { params: { id: agent.id } });
    expect(result?.branches).toMatchObject([{ branch: own }]);
    expect((await advertised(password)).status).toBe(404);
  });

  it("reads with the agent's credential, and can't push with it", async () => {
    const { run, workerId, token } = await assigned();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${connected.test.url}${runPath.agentGit(workerId, run.id)}`, {
      method: "POST",
      headers,
    });
    const { password } = await response.json();
    const folder = await cloned(password);
    await commitFile(folder, "two.txt", "two\n");
    await expect(git(folder, "push", "--quiet", "origin", "HEAD:refs/heads/svc/mine")).rejects.toThrow("403");
  });

  it("is denied without the run's credential, and for other repositories and servers", async () => {
    const { test, gitHub } = connected;
    const { worker, run } = await assigned();
    const password = await credentialOf(worker, run.id);
    expect((await advertised(password)).status).toBe(200);
    for (const key of ["", test.keys.user, test.keys.serviceAccount, `${password.slice(0, -4)}0000`]) {
      expect((await advertised(key)).status).toBe(401);
    }
    for (const url of [
      `https://${gitHub.host}/acme/gadgets.git`,
      "https://github.com/acme/widgets.git",
      `https://x@${gitHub.host}/acme/widgets.git`,
    ]) {
      expect((await advertised(password, remoteGitPath(url))).status).toBe(404);
    }
    expect((await advertised(password, path(), "git-upload-archive")).status).toBe(404);
  });

  it("names the fix when the installation is suspended during the run", async () => {
    const { gitHub, connect } = connected;
    const { worker, run } = await assigned();
    const password = await credentialOf(worker, run.id);
    const { app } = gitHub.state;
    const installation = app?.installation;
    if (!app || !installation) throw new Error("the app isn't installed");
    app.installation = { ...installation, suspended: true };
    connect();
    const response = await advertised(password);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("is suspended. Unsuspend it at https://");
    app.installation = installation;
    connect();
  });

  it("opens pull requests only for branches that the run can push", async () => {
    const { gitHub, test } = connected;
    await gitHub.branch("victim");
    const repoUrl = gitHub.url.replace("https://", "");
    const count = gitHub.state.pulls.length;
    const foreign = await assigned({ autoCreatePR: true });
    foreign.worker.send(outcome(foreign.run.id, [{ repoUrl, branch: "victim" }]));
    await foreign.worker.next("over");
    const bare = await assigned({ autoCreatePR: true, repos: [] });
    bare.worker.send(outcome(bare.run.id, [{ repoUrl, branch: "victim" }]));
    await bare.worker.next("over");
    expect(gitHub.state.pulls).toHaveLength(count);
    for (const { agent } of [foreign, bare]) {
      const { git: result } = await test.call(getAgent, { params: { id: agent.id } });
      expect(result?.branches ?? []).toEqual([]);
    }
  });
});

describe("an agent of a pool on GitHub", () => {
  it("is queued with its repository, which filters the queue", async () => {
    const fixture = poolFixture(connected.test);
    await fixture.register({ poolName: "gpu" });
    const { url } = connected.gitHub;
    const { id } = await fixture.launch({ repos: [{ url }] });
    const { requests } = await fixture.list({ repository: `${url}.git` });
    expect(requests).toMatchObject([{ id, repoOwner: "acme", repoName: "widgets", repoUrl: url }]);
  });

  it("can't be claimed with a key that is limited to other repositories of the agent", async () => {
    const { test, gitHub } = connected;
    const fixture = poolFixture(test);
    await addNamespace(test.service, "acme", { teamId: 1 });
    const hosted = await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "widgets" } });
    const scoped = await fixture.serviceKey({ repositoryIds: [hosted.id], sameAccount: true });
    const repos = [{ url: `${test.service.settings.gitUrl}/acme/widgets` }, { url: gitHub.url }];
    const { id } = await fixture.launch({ repos });
    expect(await fixture.claim(id, "ctrl-1", {}, scoped.key)).toMatchObject({ status: 403 });
    await fixture.register({ poolName: "bound", repoOwner: "acme", repoName: "widgets" });
    const body = { prompt: { text: "x" }, env: { type: "pool", name: "bound" } };
    for (const rejected of [repos, [{ url: gitHub.url }]]) {
      expect(await test.send("POST", "/v1/agents", { body: { ...body, repos: rejected } })).toMatchObject({
        status: 400,
        body: { error: { field: "repos", message: expect.stringContaining("doesn't serve these repositories") } },
      });
    }
  });
});
