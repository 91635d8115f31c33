import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listAgentPullRequests } from "@/lib/contract/agents/list-agent-pull-requests";
import { readSettings } from "@/lib/core/settings/settings";
import { createRemotes } from "../remotes/remotes";
import { startTestService, type TestService } from "../testing/test-service";
import { createGitHub } from "./github";
import { mergeability, reviewDecision } from "./pull-status";
import { type GitHubStandIn, startGitHubStandIn } from "./testing/github-stand-in";
import { withoutDelays } from "./testing/without-delays";

let gitHub: GitHubStandIn;
let test: TestService;
let id = "";

beforeAll(async () => {
  gitHub = await startGitHubStandIn();
  test = await startTestService();
  const settings = readSettings({ GITHUB_TOKENS: JSON.stringify({ [gitHub.host]: gitHub.token }) });
  const { clock, log } = test.service;
  const { remotes, network } = gitHub.connection;
  test.service.github = createGitHub(settings, { clock, log, network, delays: withoutDelays });
  test.service.remotes = createRemotes(settings, remotes, test.service.github);
  const prompt = { text: "Add it.\n```file new.txt\nnew\n```" };
  const repos = [{ url: gitHub.url }];
  const { agent, run } = await test.call(createAgent, { body: { prompt, repos, autoCreatePR: true, name: "Add it" } });
  await test.stream(agent.id, run.id);
  ({ id } = agent);
});
afterAll(async () => {
  await test.close();
  await gitHub.stop();
});
beforeEach(() => {
  gitHub.state.checkRuns = [];
  gitHub.state.statuses = [];
  gitHub.state.reviews = [];
  gitHub.state.reviewComments = [];
});
afterEach(() => expect([...new Set(gitHub.violations.splice(0))]).toEqual([]));

const list = () => test.call(listAgentPullRequests, { params: { id } });
const passed = { name: "lint", status: "completed", conclusion: "success", title: "", summary: "" };
const failed = { name: "test", status: "completed", conclusion: "failure", title: "2 tests failed", summary: "a.ts" };
const running = { name: "build", status: "in_progress", conclusion: null, title: "", summary: "" };
const checksRoute = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
const denied = { status: 403, message: "Resource not accessible by personal access token" };

describe("the pull requests of an agent on GitHub", () => {
  it("are listed with their state, and with conditional requests", { tags: ["long"] }, async () => {
    const url = `${gitHub.url}/pull/1`;
    const { items, problems } = await list();
    expect(problems).toEqual([]);
    expect(items).toEqual([
      {
        url,
        host: "github",
        number: 1,
        title: "Add it",
        state: "open",
        draft: false,
        head: expect.stringMatching(/^svc\//),
        headSha: expect.stringMatching(/^[0-9a-f]{40}$/),
        base: "main",
        updatedAt: expect.any(String),
        additions: expect.any(Number),
        deletions: expect.any(Number),
        checks: { state: "none", total: 0, failed: [] },
        review: "none",
        threads: [],
        mergeability: expect.any(String),
        mergeMethods: ["merge", "squash", "rebase"],
      },
    ]);
    gitHub.requests.length = 0;
    expect((await list()).items).toEqual(items);
    expect(gitHub.requests.length).toBeGreaterThan(0);
    for (const request of gitHub.requests) expect(request).toMatch(/ 304$/);
  });

  it("have the threads of review comments on lines that haven't changed", async () => {
    gitHub.state.reviewComments = [
      { id: 11, user: "grace", path: "new.txt", line: 1, body: "Rename this" },
      { id: 12, user: "grace", path: "new.txt", line: null, body: "Outdated" },
      { id: 13, replyTo: 11, user: "ada", path: "new.txt", line: 1, body: "To what?" },
      { id: 14, replyTo: 12, user: "ada", path: "new.txt", line: null, body: "Fixed" },
    ];
    expect((await list()).items[0]?.threads).toEqual([
      {
        path: "new.txt",
        line: 1,
        url: `${gitHub.url}/pull/1#discussion_r11`,
        comments: [
          { by: "grace", text: "Rename this" },
          { by: "ada", text: "To what?" },
        ],
      },
    ]);
  });

  it("have the result of their checks and statuses, and the failed ones", async () => {
    gitHub.state.checkRuns = [passed, running];
    expect((await list()).items[0]?.checks).toEqual({ state: "pending", total: 2, failed: [] });
    gitHub.state.checkRuns = [passed, running, failed];
    gitHub.state.statuses = [{ context: "ci/deploy", state: "error", description: "Timed out" }];
    expect((await list()).items[0]?.checks).toMatchObject({
      state: "failed",
      total: 4,
      failed: [
        { name: "test", result: "failure", title: "2 tests failed", summary: "a.ts" },
        { name: "ci/deploy", result: "error", title: "Timed out" },
      ],
    });
  });

  it("use workflow runs when the token can't read checks, and are unknown without any permission", async () => {
    gitHub.state.checkRuns = [failed];
    gitHub.fail(checksRoute, denied);
    expect((await list()).items[0]?.checks).toMatchObject({ state: "failed", failed: [{ name: "test" }] });
    const others = ["GET /repos/{owner}/{repo}/actions/runs", "GET /repos/{owner}/{repo}/commits/{ref}/status"];
    for (const route of [checksRoute, ...others]) gitHub.fail(route, denied);
    expect((await list()).items[0]?.checks).toEqual({ state: "unknown", total: 0, failed: [] });
  });

  it("are unknown while the token can't read all of their checks, unless one failed", async () => {
    gitHub.state.checkRuns = [passed];
    gitHub.state.statuses = [];
    const statusRoute = "GET /repos/{owner}/{repo}/commits/{ref}/status";
    gitHub.fail(statusRoute, denied);
    expect((await list()).items[0]?.checks).toEqual({ state: "unknown", total: 1, failed: [] });
    gitHub.state.checkRuns = [passed, failed];
    gitHub.fail(statusRoute, denied);
    expect((await list()).items[0]?.checks).toMatchObject({ state: "failed", total: 2 });
  });

  it("have more checks and reviews than fit on a page", { tags: ["long"] }, async () => {
    gitHub.state.statuses = [];
    gitHub.state.checkRuns = [...Array.from({ length: 150 }, () => passed), failed];
    const submittedAt = "2026-11-20T10:00:00Z";
    const approvals = Array.from({ length: 100 }, () => ({ user: "ada", state: "APPROVED", submittedAt }));
    gitHub.state.reviews = [...approvals, { user: "ada", state: "CHANGES_REQUESTED", submittedAt }];
    expect((await list()).items[0]).toMatchObject({
      checks: { state: "failed", total: 151, failed: [{ name: "test" }] },
      review: "changes_requested",
    });
    // More than are read.
    gitHub.state.checkRuns = Array.from({ length: 1_001 }, () => passed);
    expect((await list()).items[0]?.checks).toEqual({ state: "unknown", total: 1_000, failed: [] });
    gitHub.state.checkRuns = [];
  });

  it("have their review decision, and are merged once GitHub reports it", async () => {
    const submittedAt = "2026-11-20T10:00:00Z";
    gitHub.state.reviews = [{ user: "ada", state: "CHANGES_REQUESTED", submittedAt }];
    expect((await list()).items[0]?.review).toBe("changes_requested");
    const [pull] = gitHub.state.pulls;
    if (pull) Object.assign(pull, { state: "closed", merged: true });
    const { items } = await list();
    expect(items[0]).toMatchObject({ state: "merged" });
    expect(items[0]).not.toHaveProperty("mergeability");
  });

  it("are listed as problems with the fix when they can't be read", async () => {
    gitHub.fail("GET /repos/{owner}/{repo}", { status: 401, message: "Bad credentials" });
    const { items, problems } = await list();
    expect(items).toEqual([]);
    expect(problems).toEqual([
      {
        url: `${gitHub.url}/pull/1`,
        host: "github",
        message: expect.stringContaining("Set a new one in GITHUB_TOKENS"),
      },
    ]);
  });
});

describe("the review decision", () => {
  it("follows the latest decisive review of each reviewer", () => {
    const review = (login: string, state: string) => ({ user: { login }, state });
    expect(reviewDecision([])).toBe("none");
    expect(reviewDecision([review("a", "COMMENTED")])).toBe("none");
    expect(reviewDecision([review("a", "CHANGES_REQUESTED"), review("a", "APPROVED")])).toBe("approved");
    expect(reviewDecision([review("a", "APPROVED"), review("a", "COMMENTED")])).toBe("approved");
    expect(reviewDecision([review("a", "APPROVED"), review("b", "CHANGES_REQUESTED")])).toBe("changes_requested");
    expect(reviewDecision([review("a", "APPROVED"), review("a", "DISMISSED")])).toBe("none");
  });
});

describe("mergeability", () => {
  it.each([
    [{ mergeable: null, mergeable_state: "unknown" }, "checking"],
    [{ mergeable: false, mergeable_state: "dirty" }, "conflict"],
    [{ mergeable: true, mergeable_state: "blocked" }, "blocked"],
    [{ mergeable: true, mergeable_state: "behind" }, "behind"],
    [{ mergeable: true, mergeable_state: "clean" }, "mergeable"],
    [{ mergeable: true, mergeable_state: "unstable" }, "mergeable"],
  ])("of %j is %s", (pull, expected) => expect(mergeability(pull)).toBe(expected));
});
