import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { listRepositories } from "@/lib/contract/agents/list-repositories";
import type { BodyInputOf } from "@/lib/contract/operation";
import { readSettings } from "@/lib/core/settings/settings";
import { shellPrompt } from "@/runner/testing/prompt-text";
import { createRemotes } from "../remotes/remotes";
import { startTestService, type TestService } from "../testing/test-service";
import { createGitHub } from "./github";
import { type GitHubStandIn, startGitHubStandIn } from "./testing/github-stand-in";
import { withoutDelays } from "./testing/without-delays";

let gitHub: GitHubStandIn;
let test: TestService;
let url = "";

beforeAll(async () => {
  gitHub = await startGitHubStandIn();
  ({ url } = gitHub);
  test = await startTestService({ SANDBOX: "auto" });
  connect(gitHub.token);
});
afterAll(async () => {
  await test.close();
  await gitHub.stop();
});
afterEach(() => expect([...new Set(gitHub.violations.splice(0))]).toEqual([]));

/** Connects the service to the stand-in with a token. */
function connect(token: string): void {
  const settings = readSettings({ GITHUB_TOKENS: JSON.stringify({ [gitHub.host]: token }) });
  const { clock, log } = test.service;
  const { remotes, network } = gitHub.connection;
  test.service.github = createGitHub(settings, { clock, log, network, delays: withoutDelays });
  test.service.remotes = createRemotes(settings, remotes, test.service.github);
}

type Body = Partial<BodyInputOf<typeof createAgent>>;

let files = 0;
function change(): { text: string } {
  files += 1;
  return { text: `Add it.\n\`\`\`file new-${files}.txt\nnew\n\`\`\`` };
}

async function finished(body: Body) {
  const { agent, run } = await test.call(createAgent, { body: { prompt: change(), ...body } });
  await test.stream(agent.id, run.id);
  const ended = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
  return { ended, agent: await test.call(getAgent, { params: { id: agent.id } }) };
}

const create = (repo: object, more: object = {}) =>
  test.send("POST", "/v1/agents", { body: { prompt: { text: "x" }, repos: [{ url, ...repo }], ...more } });
const rejected = (code: string, field: string, message: string) => ({
  status: 400,
  body: { error: { code, field, message: expect.stringContaining(message) } },
});

describe("an agent on a GitHub repository", () => {
  it("pushes its branch and opens a pull request to the default branch", async () => {
    const { agent, ended } = await finished({ repos: [{ url }], autoCreatePR: true, name: "Add a file" });
    const [branch] = agent.git?.branches ?? [];
    const pull = gitHub.state.pulls.at(-1);
    expect(ended).toMatchObject({ status: "FINISHED" });
    expect(branch).toEqual({
      repoUrl: url.replace("https://", ""),
      branch: expect.stringMatching(/^svc\//),
      prUrl: `${url}/pull/${pull?.number}`,
    });
    expect(pull).toMatchObject({ title: "Add a file", head: branch?.branch, base: "main", draft: false });
    expect(pull?.body).not.toBe("");
    expect(await git(gitHub.server.dir, "show", `${branch?.branch}:new-${files}.txt`)).toBe("new");
    const { items } = await test.call(listAgents, { query: { prUrl: branch?.prUrl ?? "" } });
    expect(items.map(({ id }) => id)).toEqual([agent.id]);
  });

  it("accepts a .git URL, targets the starting branch, and updates the same pull request in follow-ups", {
    tags: ["long"],
  }, async () => {
    await gitHub.branch("release");
    const repos = [{ url: `${url}.git`, startingRef: "release" }];
    const { agent } = await finished({ repos, autoCreatePR: true, skipReviewerRequest: true });
    const count = gitHub.state.pulls.length;
    expect(gitHub.state.pulls.at(-1)).toMatchObject({ base: "release" });
    const { run } = await test.call(createRun, { params: { id: agent.id }, body: { prompt: change() } });
    await test.stream(agent.id, run.id);
    const after = await test.call(getAgent, { params: { id: agent.id } });
    expect(after.git).toEqual(agent.git);
    expect(gitHub.state.pulls).toHaveLength(count);
    const { branch = "" } = after.git?.branches[0] ?? {};
    expect(await git(gitHub.server.dir, "show", `${branch}:new-${files}.txt`)).toBe("new");
  });

  it("opens no pull request without autoCreatePR", { tags: ["long"] }, async () => {
    const count = gitHub.state.pulls.length;
    const { agent } = await finished({ repos: [{ url }] });
    expect(agent.git?.branches).toEqual([{ repoUrl: expect.any(String), branch: expect.any(String) }]);
    expect(gitHub.state.pulls).toHaveLength(count);
  });

  it("opens a stack of pull requests for stacked branches", { tags: ["long"] }, async () => {
    const text = [
      "Stack it.",
      "```sh",
      'own=$(git branch --show-current); commit() { echo "$1" > "$1.txt"; git add -A; git commit -qm "$1"; }',
      "commit storage",
      'git switch -qc "$own.api"; commit api',
      "```",
    ].join("\n");
    const { agent } = await finished({ repos: [{ url }], name: "Add storage", autoCreatePR: true, prompt: { text } });
    const own = agent.git?.branches[0]?.branch ?? "";
    expect(gitHub.state.pulls.slice(-2).map(({ title, head, base }) => [title, head, base])).toEqual([
      ["Add storage", own, "main"],
      ["Add storage: api", `${own}.api`, own],
    ]);
  });

  it("never shows its token to the agent", async () => {
    const { agent, ended } = await finished({
      repos: [{ url }],
      prompt: { text: shellPrompt("env; git config --list; cat .git/config; cat ~/.git-credentials || true").text },
    });
    const frames = await test.stream(agent.id, ended.id);
    expect(JSON.stringify(frames)).not.toContain(gitHub.token);
    expect(JSON.stringify(frames)).not.toContain(Buffer.from(`x-access-token:${gitHub.token}`).toString("base64"));
  });
});

describe("an agent on a GitHub pull request", () => {
  /** Opens a pull request of a new branch. */
  async function pullOf(head: string, base = "main", more: object = {}): Promise<string> {
    const number = gitHub.state.pulls.length + 1;
    const facts = { number, title: head, body: "", head, base, draft: false, merged: false, mergeable: true };
    gitHub.state.pulls.push({ ...facts, state: "open", ...more });
    return `${url}/pull/${number}`;
  }

  it("starts a new branch at its base", { tags: ["long"] }, async () => {
    await gitHub.branch("feature");
    const base = await gitHub.branch("stable");
    const prUrl = await pullOf("feature", "stable");
    const { agent } = await finished({ repos: [{ url, prUrl, startingRef: "main" }], autoCreatePR: true });
    const branch = agent.git?.branches[0]?.branch ?? "";
    expect(branch).toMatch(/^svc\//);
    expect(await git(gitHub.server.dir, "rev-parse", `${branch}^`)).toBe(base);
    expect(gitHub.state.pulls.at(-1)).toMatchObject({ head: branch, base: "stable" });
  });

  it("commits to its head with workOnCurrentBranch, and reports it", { tags: ["long"] }, async () => {
    const head = await gitHub.branch("direct");
    const prUrl = await pullOf("direct");
    const count = gitHub.state.pulls.length;
    const { agent } = await finished({ repos: [{ url, prUrl }], workOnCurrentBranch: true, autoCreatePR: true });
    expect(agent.git?.branches).toMatchObject([{ branch: "direct", prUrl }]);
    expect(await git(gitHub.server.dir, "rev-parse", "direct^")).toBe(head);
    expect(gitHub.state.pulls).toHaveLength(count);
  });

  it("is rejected if the pull request, its base, or its head is unusable", async () => {
    const field = "repos.0.prUrl";
    expect(await create({ prUrl: `${url}/pull/999` })).toMatchObject(
      rejected("pr_resolution_failed", field, "acme/widgets#999 doesn't exist"),
    );
    const fork = await pullOf("main", "main", { fork: "mallory/widgets" });
    expect(await create({ prUrl: fork }, { workOnCurrentBranch: true })).toMatchObject(
      rejected("pr_resolution_failed", field, "the fork mallory/widgets"),
    );
    const orphan = await pullOf("feature", "deleted-base");
    expect(await create({ prUrl: orphan })).toMatchObject(
      rejected("pr_resolution_failed", field, "branch deleted-base"),
    );
  });
});

describe("creating an agent on GitHub", () => {
  const read = "GET /repos/{owner}/{repo}";

  it.each([
    ["missing", 404, {}, "Not Found", "add the repository to the token's repositories"],
    [
      "forbidden",
      403,
      { "x-accepted-github-permissions": "metadata=read" },
      "Resource not accessible",
      "Metadata: read",
    ],
    [
      "protected by single sign-on",
      403,
      { "x-github-sso": "required; url=https://github.com/orgs/acme/sso?authorization_request=A1" },
      "Resource protected by organization SAML enforcement.",
      "Authorize the token of",
    ],
    ["requested with a revoked token", 401, {}, "Bad credentials", "Set a new one in GITHUB_TOKENS"],
    ["rate limited", 429, { "retry-after": "30" }, "You have exceeded a secondary rate limit.", "Try again in 30 s"],
    [
      "over the hourly limit",
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" },
      "API rate limit exceeded",
      "rate-limited the token",
    ],
  ])("names the fix for a repository that is %s, and creates nothing", async (_name, status, headers, message, fix) => {
    const before = (await test.call(listAgents, {})).items.length;
    gitHub.fail(read, { status, message, headers });
    expect(await create({})).toMatchObject(rejected("repository_access", "repos.0.url", fix));
    expect((await test.call(listAgents, {})).items).toHaveLength(before);
  });

  it("names the new URL of a renamed repository", async () => {
    const renamed = url.replace("widgets", "gadgets");
    expect(await create({ url: renamed })).toMatchObject(rejected("repository_access", "repos.0.url", `Use ${url}`));
  });

  it("rejects archived repositories, and those that the token's user can't push to", async () => {
    const { repository } = gitHub.state;
    repository.archived = true;
    expect(await create({})).toMatchObject(rejected("repository_access", "repos.0.url", "archived"));
    repository.archived = false;
    repository.push = false;
    expect(await create({})).toMatchObject(rejected("repository_access", "repos.0.url", "can't push"));
    repository.push = true;
  });

  it("rejects unknown references", async () => {
    expect(await create({ startingRef: "missing" })).toMatchObject({
      body: { error: { code: "invalid_branch_name" } },
    });
  });

  it("lists the repositories of the token", async () => {
    const urls = async () => (await test.call(listRepositories, {})).items.map((item) => item.url);
    expect(await urls()).toEqual([url]);
    gitHub.state.repository.archived = true;
    expect(await urls()).toEqual([]);
    gitHub.state.repository.archived = false;
    gitHub.fail("GET /user/repos", { status: 401, message: "Bad credentials" });
    expect(await urls()).toEqual([]);
  });

  it("rejects a token that GitHub doesn't know", async () => {
    connect("github_pat_that_was_revoked");
    expect(await create({})).toMatchObject(rejected("repository_access", "repos.0.url", "rejected the token"));
    connect(gitHub.token);
  });
});

describe("a run on GitHub", () => {
  const open = "POST /repos/{owner}/{repo}/pulls";
  const branchOf = async (body: Body = {}) =>
    (await finished({ repos: [{ url }], autoCreatePR: true, ...body })).agent.git?.branches[0];

  it("keeps the pushed branch when its pull request can't be opened, names the fix, and opens it in a follow-up", {
    tags: ["long"],
  }, async () => {
    const headers = { "x-accepted-github-permissions": "pull_requests=write" };
    gitHub.fail(open, { status: 403, message: "Resource not accessible by personal access token", headers });
    const { agent } = await finished({ repos: [{ url }], autoCreatePR: true });
    const [branch] = agent.git?.branches ?? [];
    expect(branch?.prError).toContain("Grant the token Pull requests: write");
    expect(branch).not.toHaveProperty("prUrl");
    const { run } = await test.call(createRun, { params: { id: agent.id }, body: { prompt: change() } });
    await test.stream(agent.id, run.id);
    const after = await test.call(getAgent, { params: { id: agent.id } });
    expect(after.git?.branches).toEqual([
      { repoUrl: branch?.repoUrl, branch: branch?.branch, prUrl: `${url}/pull/${gitHub.state.pulls.length}` },
    ]);
  });

  it("waits for a secondary rate limit and opens the pull request once", { tags: ["long"] }, async () => {
    const count = gitHub.state.pulls.length;
    const message = "You have exceeded a secondary rate limit.";
    gitHub.fail(open, { status: 403, message, headers: { "retry-after": "20" } });
    expect(await branchOf()).toMatchObject({ prUrl: `${url}/pull/${count + 1}` });
    expect(gitHub.state.pulls).toHaveLength(count + 1);
  });

  it("finds a pull request whose creation wasn't confirmed", { tags: ["long"] }, async () => {
    const count = gitHub.state.pulls.length;
    gitHub.state.loseNextResponse = true;
    expect(await branchOf()).toMatchObject({ prUrl: `${url}/pull/${count + 1}` });
    expect(gitHub.state.pulls).toHaveLength(count + 1);
  });

  it("fails with the fix when the token was revoked after the launch", { tags: ["long"] }, async () => {
    const { agent } = await finished({ repos: [{ url }] });
    connect("github_pat_that_was_revoked");
    const { run } = await test.call(createRun, { params: { id: agent.id }, body: { prompt: change() } });
    await test.stream(agent.id, run.id);
    expect(await test.call(getRun, { params: { id: agent.id, runId: run.id } })).toMatchObject({
      status: "ERROR",
      error: { code: "repository_access", message: expect.stringContaining("Set a new one in GITHUB_TOKENS") },
    });
    connect(gitHub.token);
  });
});
