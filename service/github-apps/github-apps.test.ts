import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { deleteGitHubApp } from "@/lib/contract/admin/github-apps/delete-github-app";
import { finishGitHubApp } from "@/lib/contract/admin/github-apps/finish-github-app";
import { listGitHubServers } from "@/lib/contract/admin/github-apps/list-github-servers";
import { startGitHubApp } from "@/lib/contract/admin/github-apps/start-github-app";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { finishGitHubConnection } from "@/lib/contract/agents/finish-github-connection";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { listGitHubConnections } from "@/lib/contract/agents/list-github-connections";
import { listRepositories } from "@/lib/contract/agents/list-repositories";
import { startGitHubConnection } from "@/lib/contract/agents/start-github-connection";
import { shellPrompt } from "@/runner/testing/prompt-text";
import { githubApps, githubFlows, githubRunChecks } from "../core/store/tables/github";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { isPublicUrl } from "./app-manifest";
import { reportRunChecks } from "./report-run-checks";
import { type ConnectedService, dashboardUrl, startConnectedService } from "./testing/connected-service";

let connected: ConnectedService;

beforeAll(async () => {
  connected = await startConnectedService();
});
afterAll(() => connected.close());
afterEach(() => expect([...new Set(connected.gitHub.violations.splice(0))]).toEqual([]));

const redirectUrl = `${dashboardUrl}/api/github-app`;
const admin = () => ({ key: connected.test.keys.admin });
const start = (body: object = {}) =>
  connected.test.call(startGitHubApp, { ...admin(), body: { host: connected.gitHub.host, redirectUrl, ...body } });
const finish = (body: { state: string; code: string }) =>
  connected.test.send("POST", finishGitHubApp.path, { ...admin(), body });
const servers = async () => (await connected.test.call(listGitHubServers, admin())).items;
const create = (repo: object = {}, more: object = {}) =>
  connected.test.send("POST", "/v1/agents", {
    body: { prompt: { text: "x" }, repos: [{ url: connected.gitHub.url, ...repo }], ...more },
  });
const rejected = (message: string) => ({
  status: 400,
  body: { error: { code: "repository_access", field: "repos.0.url", message: expect.stringContaining(message) } },
});

let files = 0;
async function run(more: object = {}, text = "") {
  files += 1;
  const { test, gitHub } = connected;
  const prompt = { text: text || `Add it.\n\`\`\`file app-${files}.txt\nnew\n\`\`\`` };
  const body = { prompt, repos: [{ url: gitHub.url }], autoCreatePR: true, ...more };
  const { agent, run: started } = await test.call(createAgent, { body });
  const frames = await test.stream(agent.id, started.id);
  return { agent: await test.call(getAgent, { params: { id: agent.id } }), runId: started.id, frames };
}

describe("creating a GitHub App", () => {
  it("posts a manifest with the permissions, the webhook and the redirects", async () => {
    const { action, manifest, state } = await start({ organization: "acme" });
    const { host } = connected.gitHub;
    expect(action).toBe(`https://${host}/organizations/acme/settings/apps/new?state=${state}`);
    const redirect = connected.gitHub.confirmManifest(action, manifest);
    expect(redirect.href).toContain(redirectUrl);
    expect(connected.gitHub.state.app?.manifest).toMatchObject({
      hook_attributes: { url: `https://slipway.example.com/github/webhooks/${encodeURIComponent(host)}` },
      callback_urls: [`${dashboardUrl}/api/github-connection`],
      default_permissions: { contents: "write", pull_requests: "write", checks: "write" },
      public: false,
    });
  });

  it("stores nothing for an unknown, used or foreign state, or a rejected code", async () => {
    const { state, action, manifest } = await start();
    connected.gitHub.confirmManifest(action, manifest);
    expect(await finish({ state: "unknown", code: "abc" })).toMatchObject({
      status: 400,
      body: { error: { code: "github_app_failed", field: "state" } },
    });
    expect(await finish({ state, code: "wrong" })).toMatchObject({
      status: 400,
      body: { error: { code: "github_app_failed", message: expect.stringContaining("used or has expired") } },
    });
    const code = connected.gitHub.state.codes.get("manifest") ?? "";
    expect(await finish({ state, code })).toMatchObject({ body: { error: { field: "state" } } });
    expect(await servers()).toEqual([]);
  });

  it("expires after an hour, and is limited to 50 unfinished apps", async () => {
    const { db, clock } = connected.test.service;
    await db.delete(githubFlows);
    const flow = { kind: "app" as const, host: connected.gitHub.host, owner: "", redirectUrl };
    const pending = Array.from({ length: 49 }, (_, index) => ({
      ...flow,
      stateHash: `pending-${index}`,
      expiresAt: clock.now() + 60_000,
    }));
    await db.insert(githubFlows).values(pending);
    const before = clock.now();
    const { state, expiresAt } = await start();
    expect(Date.parse(expiresAt) - before).toBeGreaterThanOrEqual(3_600_000);
    expect(Date.parse(expiresAt) - clock.now()).toBeLessThanOrEqual(3_600_000);
    const body = { host: connected.gitHub.host, redirectUrl };
    expect(await connected.test.send("POST", startGitHubApp.path, { ...admin(), body })).toMatchObject({
      status: 429,
      body: { error: { code: "rate_limit_exceeded" } },
    });
    await db.update(githubFlows).set({ expiresAt: clock.now() - 1 });
    expect(await finish({ state, code: "abc" })).toMatchObject({
      status: 400,
      body: { error: { code: "github_app_failed", field: "state" } },
    });
    await start();
    await db.delete(githubFlows);
  });

  it("stores the app's credentials encrypted, once for each server", async () => {
    await connected.createApp();
    const { host, state } = connected.gitHub;
    const [row] = await connected.test.service.db.select().from(githubApps).where(eq(githubApps.host, host));
    expect(row?.secrets.toString("latin1")).not.toContain("PRIVATE KEY");
    expect(row?.secrets.toString("latin1")).not.toContain(state.app?.clientSecret);
    expect(await servers()).toEqual([
      {
        host,
        hasToken: false,
        app: {
          id: 4711,
          name: state.app?.name,
          slug: "slipway-test",
          owner: "github",
          installUrl: `https://${host}/github-apps/slipway-test/installations/new`,
          webhooks: true,
        },
        installations: [
          { id: 77, account: "acme", repositories: "selected", suspended: false, missing: [], url: expect.any(String) },
        ],
      },
    ]);
    const body = { host, redirectUrl };
    expect(await connected.test.send("POST", startGitHubApp.path, { ...admin(), body })).toMatchObject({
      status: 409,
      body: { error: { code: "github_app_exists", field: "host" } },
    });
  });

  it.each([
    ["https://slipway.example.com", true],
    ["http://slipway.example.com", false],
    ["https://localhost:4100", false],
    ["https://10.0.0.1", false],
    ["https://slipway.internal", false],
  ])("asks for webhooks at %s: %s", (url, expected) => expect(isPublicUrl(url)).toBe(expected));
});

describe("connecting a GitHub account", () => {
  const body = () => ({ host: connected.gitHub.host, redirectUrl: `${dashboardUrl}/api/github-connection` });
  const connect = (key?: string) =>
    connected.test.send("POST", startGitHubConnection.path, { body: body(), ...(key === undefined ? {} : { key }) });

  it("expires after ten minutes, and is limited to 20 unfinished connections of a user", async () => {
    const { test } = connected;
    const { db, clock } = test.service;
    const flow = { ...body(), kind: "user" as const, owner: "admin@localhost" };
    const pending = Array.from({ length: 19 }, (_, index) => ({
      ...flow,
      stateHash: `pending-${index}`,
      expiresAt: clock.now() + 60_000,
    }));
    await db.insert(githubFlows).values(pending);
    const before = clock.now();
    const { state, expiresAt } = await test.call(startGitHubConnection, { body: body() });
    expect(Date.parse(expiresAt) - before).toBeGreaterThanOrEqual(600_000);
    expect(Date.parse(expiresAt) - clock.now()).toBeLessThanOrEqual(600_000);
    expect(await connect()).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
    const { key } = await addUser(test.service, { email: "lee@example.com", teamId: 1 });
    expect((await connect(key)).status).toBe(201);
    await db.update(githubFlows).set({ expiresAt: clock.now() - 1 });
    const finished = await test.send("POST", finishGitHubConnection.path, { body: { state, response: { code: "x" } } });
    expect(finished).toMatchObject({
      status: 400,
      body: { error: { code: "github_connection_failed", field: "state" } },
    });
    expect((await connect()).status).toBe(201);
    await db.delete(githubFlows);
  });

  it("requires a user, and only an existing app or connection can be deleted", async () => {
    const { test, gitHub } = connected;
    const { serviceAccount } = test.keys;
    expect(await connect(serviceAccount)).toMatchObject({ status: 403, body: { error: { code: "role_forbidden" } } });
    const listed = await test.call(listGitHubConnections, { key: serviceAccount });
    expect(listed).toEqual({ items: [], hosts: [gitHub.host] });
    for (const key of [serviceAccount, test.keys.user]) {
      expect(await test.send("DELETE", `/v1/github-connections/${gitHub.host}`, { key })).toMatchObject({
        status: 404,
        body: { error: { code: "github_connection_not_found" } },
      });
    }
    expect(await test.send("DELETE", "/admin/v1/github-apps/unknown.example.com", admin())).toMatchObject({
      status: 404,
      body: { error: { code: "github_app_not_found" } },
    });
  });
});

describe("an agent with a GitHub App", () => {
  it("pushes with a token that is limited to its repository, opens a pull request, and reports its run once", async () => {
    const { gitHub, test } = connected;
    const { agent, runId } = await run({ name: "Add a file" });
    const [branch] = agent.git?.branches ?? [];
    expect(branch).toMatchObject({ prUrl: `${gitHub.url}/pull/${gitHub.state.pulls.length}` });
    const gitTokens = [...gitHub.state.principals.values()].filter(
      (each) => each.kind === "installation" && each.repositories !== undefined,
    );
    expect(gitTokens.length).toBeGreaterThan(0);
    for (const each of gitTokens) {
      const permissions = { contents: "write", workflows: "write" };
      expect(each).toEqual({ kind: "installation", permissions, repositories: ["widgets"] });
    }
    await expect.poll(() => gitHub.state.reported.filter(({ externalId }) => externalId === runId)).toHaveLength(1);
    const head = await git(gitHub.server.dir, "rev-parse", branch?.branch ?? "");
    expect(gitHub.state.reported.find(({ externalId }) => externalId === runId)).toMatchObject({
      sha: head,
      conclusion: "success",
      detailsUrl: expect.stringContaining(`/agents/${agent.id}`),
    });
    await expect.poll(() => test.service.db.select().from(githubRunChecks)).toEqual([]);
  });

  it("reports a run once when the response was lost", { tags: ["long"] }, async () => {
    const { gitHub, test } = connected;
    const { agent } = await run();
    await expect.poll(() => test.service.db.select().from(githubRunChecks)).toEqual([]);
    const [branch] = agent.git?.branches ?? [];
    const now = test.service.clock.now();
    const sha = await git(gitHub.server.dir, "rev-parse", branch?.branch ?? "");
    const lost = { id: 900, sha, externalId: "run-lost", status: "completed", conclusion: "success", detailsUrl: "" };
    gitHub.state.reported.push(lost);
    const check = { id: "lost", agentId: agent.id, runId: "run-lost", conclusion: "success" as const, attempts: 1 };
    const { repoUrl = "", branch: name = "" } = branch ?? {};
    const row = { ...check, repoUrl, branch: name, dueAt: now, createdAt: now };
    await test.service.db.insert(githubRunChecks).values(row);
    await reportRunChecks(test.service);
    await expect.poll(() => test.service.db.select().from(githubRunChecks)).toEqual([]);
    expect(gitHub.state.reported.filter(({ externalId }) => externalId === "run-lost")).toHaveLength(1);
  });

  it("never shows a token to the agent", async () => {
    const { frames } = await run({}, shellPrompt("env; git config --list; cat .git/config").text);
    const shown = JSON.stringify(frames);
    for (const token of connected.gitHub.state.principals.keys()) expect(shown).not.toContain(token);
  });

  it("lists the repositories of the installations", async () => {
    const { items } = await connected.test.call(listRepositories, {});
    expect(items.map(({ url }) => url)).toEqual([connected.gitHub.url]);
  });

  it("names the fix for a missing, suspended or limited installation, and creates nothing", async () => {
    const { gitHub, test, connect } = connected;
    const before = (await test.call(listAgents, {})).items.length;
    const { app } = gitHub.state;
    const installation = app?.installation;
    if (!app || !installation) throw new Error("the app isn't installed");
    delete app.installation;
    connect();
    expect(await create()).toMatchObject(
      rejected(`install the app at https://${gitHub.host}/github-apps/slipway-test`),
    );
    app.installation = { ...installation, suspended: true };
    connect();
    expect(await create()).toMatchObject(rejected("is suspended. Unsuspend it at https://"));
    expect(await servers()).toMatchObject([{ installations: [{ suspended: true }] }]);
    app.installation = { permissions: { ...installation.permissions, contents: "read" }, suspended: false };
    connect();
    expect(await create()).toMatchObject(rejected("Grant it Contents: write, then accept at https://"));
    expect(await servers()).toMatchObject([{ installations: [{ missing: ["Contents: write"] }] }]);
    app.installation = installation;
    connect();
    expect((await test.call(listAgents, {})).items).toHaveLength(before);
  });

  it("keeps the branch, and names the permission, when it can't open a pull request", { tags: ["long"] }, async () => {
    const { gitHub, connect } = connected;
    const { app } = gitHub.state;
    const installation = app?.installation;
    if (!app || !installation) throw new Error("the app isn't installed");
    app.installation = { permissions: { ...installation.permissions, pull_requests: "read" }, suspended: false };
    connect();
    const { agent } = await run();
    expect(agent.git?.branches?.[0]?.prError).toContain("Grant the GitHub App Pull requests: write");
    app.installation = installation;
    connect();
  });

  it("uses the token where the app isn't installed", { tags: ["long"] }, async () => {
    const { gitHub, connect } = connected;
    const { app } = gitHub.state;
    const installation = app?.installation;
    if (!app || !installation) throw new Error("the app isn't installed");
    delete app.installation;
    connect({ [gitHub.host]: gitHub.token });
    const { agent } = await run();
    expect(agent.git?.branches?.[0]?.prUrl).toBe(`${gitHub.url}/pull/${gitHub.state.pulls.length}`);
    expect(gitHub.server.pushes.at(-1)?.principal).toBe(gitHub.token);
    app.installation = installation;
    connect();
  });

  it("names the fix after the installation was removed during a token's life", async () => {
    const { gitHub, connect } = connected;
    connect();
    expect((await create()).status).toBe(201);
    for (const [token, principal] of gitHub.state.principals) {
      if (principal.kind === "installation") gitHub.state.principals.delete(token);
    }
    expect(await create()).toMatchObject(rejected("its installation was suspended or removed. Check https://"));
    expect((await create()).status).toBe(201);
  });

  it("can't be used after the app was deleted", async () => {
    const { test, gitHub } = connected;
    await test.call(deleteGitHubApp, { ...admin(), params: { host: gitHub.host } });
    expect(await servers()).toEqual([]);
    expect(await create()).toMatchObject({ body: { error: { code: "repository_access" } } });
  });
});
