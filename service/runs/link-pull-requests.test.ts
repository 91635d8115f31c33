import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { listRequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import type { BodyInputOf } from "@/lib/contract/operation";
import { type PullRequests, startPullRequests } from "../hosting/pulls/testing/pull-fixture";
import { dropConnection } from "../testing/drop-connection";

let pulls: PullRequests;
let url: string;

beforeAll(async () => {
  pulls = await startPullRequests();
  url = `${pulls.test.service.settings.gitUrl}/Acme/Widgets`;
  await pulls.branch("release", { "release.txt": "1\n" });
});
afterAll(() => pulls.close());

let files = 0;
/** A prompt whose run adds a file. */
function change(): { text: string } {
  files += 1;
  return { text: `Write it.\n\`\`\`file new-${files}.txt\nnew\n\`\`\`` };
}

/** Launches an agent that adds a file, waits for its run and returns the agent. */
async function finished(body: Partial<BodyInputOf<typeof createAgent>>) {
  const { agent, run } = await pulls.test.call(createAgent, { body: { prompt: change(), ...body } });
  await pulls.test.stream(agent.id, run.id);
  const ended = await pulls.test.call(getRun, { params: { id: agent.id, runId: run.id } });
  expect(ended).toMatchObject({ status: "FINISHED" });
  return pulls.test.call(getAgent, { params: { id: agent.id } });
}
const numberOf = (prUrl: string | undefined) => prUrl?.split("/").at(-1) ?? "";
const all = async () =>
  (await pulls.test.call(listPullRequests, { params: pulls.params, query: { state: "all" } })).pullRequests;
const reviewersOf = async (pullNumber: string) =>
  (await pulls.test.call(listRequestedReviewers, { params: { ...pulls.params, pullNumber } })).users;
const open = { repos: [] as { url: string; startingRef?: string; prUrl?: string }[], autoCreatePR: true };

describe("an agent's pull request", () => {
  it("A-CREATE-69 A-CREATE-72 H-RVR-01 H-RVR-05: is opened at the end of the run and requests a review from the user who launched it", async () => {
    const agent = await finished({ ...open, repos: [{ url }], name: "Make a file" });
    const [branch] = agent.git?.branches ?? [];
    expect(branch?.prUrl).toBe(`${url}/pull/${numberOf(branch?.prUrl)}`);
    const pullNumber = numberOf(branch?.prUrl);
    const pull = await pulls.test.call(getPullRequest, { params: { ...pulls.params, pullNumber } });
    expect(pull).toMatchObject({
      title: "Make a file",
      head: { ref: branch?.branch },
      base: { ref: "main" },
      draft: false,
      author: { user: { performedVia: { app: { id: "repohost-svc-managed-actor" } } } },
    });
    expect(pull.body).not.toBe("");
    expect(await reviewersOf(pullNumber)).toMatchObject([{ id: pull.author.user?.id, email: pull.author.user?.email }]);
    const { items } = await pulls.test.call(listAgents, { query: { prUrl: branch?.prUrl ?? "" } });
    expect(items.map(({ id }) => id)).toEqual([agent.id]);
  });

  it("A-CREATE-71: requests no review with skipReviewerRequest", async () => {
    const agent = await finished({ ...open, repos: [{ url }], skipReviewerRequest: true });
    expect(await reviewersOf(numberOf(agent.git?.branches[0]?.prUrl))).toEqual([]);
  });

  it("A-CREATE-70 A-CREATE-73: is not opened without autoCreatePR, regardless of skipReviewerRequest", {
    tags: ["long"],
  }, async () => {
    const before = (await all()).length;
    const agent = await finished({ repos: [{ url }], autoCreatePR: false, skipReviewerRequest: true });
    expect(agent.git?.branches[0]).not.toHaveProperty("prUrl");
    expect(await all()).toHaveLength(before);
  });

  it("targets the starting branch, and follow-ups update it", { tags: ["long"] }, async () => {
    const agent = await finished({ ...open, repos: [{ url, startingRef: "release" }] });
    const prUrl = agent.git?.branches[0]?.prUrl;
    const params = { ...pulls.params, pullNumber: numberOf(prUrl) };
    expect(await pulls.test.call(getPullRequest, { params })).toMatchObject({ base: { ref: "release" } });
    const before = (await all()).length;
    const { run } = await pulls.test.call(createRun, { params: { id: agent.id }, body: { prompt: change() } });
    await pulls.test.stream(agent.id, run.id);
    const after = await pulls.test.call(getAgent, { params: { id: agent.id } });
    expect(after.git?.branches).toEqual(agent.git?.branches);
    expect(await all()).toHaveLength(before);
    expect((await pulls.test.call(getPullRequest, { params })).version).toMatchObject({ number: "2", changedFiles: 2 });
  });
});

describe("an agent's pull request, when the database disconnects while it is opened,", () => {
  it.each([
    ["before it is stored", /insert into "pull_requests"/, "before"],
    ["after it is committed", /insert into "pull_requests"/, "committed"],
    ["before its review is requested", /insert into "review_requests"/, "before"],
  ] as const)("is still opened exactly once: %s", { tags: ["long"] }, async (_when, statement, moment) => {
    const before = (await all()).length;
    const drop = dropConnection(pulls.test.service.database.pool, statement, moment);
    const agent = await finished({ ...open, repos: [{ url }] });
    expect(drop.happened).toBe(true);
    const pullNumber = numberOf(agent.git?.branches[0]?.prUrl);
    expect(await reviewersOf(pullNumber)).toHaveLength(1);
    expect(await all()).toHaveLength(before + 1);
  });
});

describe("an agent on a pull request", () => {
  it("A-CREATE-60 A-CREATE-61 A-CREATE-65: starts a new branch at its base, ignoring the starting ref", {
    tags: ["long"],
  }, async () => {
    await pulls.branch("feature", { "feature.txt": "1\n" });
    const pull = await pulls.open("feature", { base: "release" });
    const prUrl = `${url}/pull/${pull.number}`;
    const agent = await finished({ repos: [{ url, prUrl, startingRef: "main" }] });
    const branch = agent.git?.branches[0]?.branch ?? "";
    expect(branch).toMatch(/^svc\//);
    expect(await git(pulls.dir, "rev-parse", `${branch}^`)).toBe(await git(pulls.dir, "rev-parse", "release"));
    expect(agent.repos).toMatchObject([{ prUrl }]);
  });

  it("A-CREATE-68: commits to its head with workOnCurrentBranch, and reports it", { tags: ["long"] }, async () => {
    const head = await pulls.branch("direct", { "direct.txt": "1\n" });
    const pull = await pulls.open("direct");
    const prUrl = `${url}/pull/${pull.number}`;
    const before = (await all()).length;
    const agent = await finished({ ...open, repos: [{ url, prUrl }], workOnCurrentBranch: true });
    expect(agent.git?.branches).toMatchObject([{ branch: "direct", prUrl }]);
    expect(await git(pulls.dir, "rev-parse", "direct^")).toBe(head);
    expect(await all()).toHaveLength(before);
    const params = { ...pulls.params, pullNumber: pull.number };
    expect((await pulls.test.call(getPullRequest, { params })).version.number).toBe("2");
  });

  it("is rejected for an unknown pull request, or one without a branch it needs", { tags: ["long"] }, async () => {
    const post = (prUrl: string, { key, ...fields }: { key?: string; workOnCurrentBranch?: boolean } = {}) =>
      pulls.test.send("POST", "/v1/agents", {
        body: { prompt: { text: "Go" }, repos: [{ url, prUrl }], ...fields },
        ...(key ? { key } : {}),
      });
    const rejected = { status: 400, body: { error: { code: "pr_resolution_failed", field: "repos.0.prUrl" } } };
    expect(await post(`${url}/pull/999999`)).toMatchObject(rejected);
    expect(await post("https://elsewhere.example/acme/widgets/pull/1")).toMatchObject(rejected);
    await pulls.branch("fleeting", { "f.txt": "1\n" });
    const { number } = await pulls.open("fleeting");
    expect(await post(`${url}/pull/${number}`, { key: pulls.stranger })).toMatchObject(rejected);
    await pulls.pushed(":fleeting");
    expect(await post(`${url}/pull/${number}`, { workOnCurrentBranch: true })).toMatchObject(rejected);
    // A new branch starts from the base.
    expect((await post(`${url}/pull/${number}`)).status).toBe(201);
  });
});

describe("an agent that stacks branches on its branch", () => {
  const stack = [
    "Stack it.",
    "```sh",
    'own=$(git branch --show-current); commit() { echo "$1" > "$1.txt"; git add -A; git commit -qm "$1"; }',
    "commit storage",
    'git switch -qc "$own.api"; commit api',
    'git switch -qc "$own.ui"; commit ui; echo rest > rest.txt',
    "git branch unrelated; git branch other.ui",
    "```",
  ].join("\n");
  const stacked = (body: Partial<BodyInputOf<typeof createAgent>>) =>
    finished({ repos: [{ url }], name: "Add storage", ...body, prompt: { text: stack } });

  it("A-RUN-50: reports each branch, with a stack of pull requests", { tags: ["long"] }, async () => {
    const agent = await stacked({ autoCreatePR: true });
    const branches = agent.git?.branches ?? [];
    const own = branches[0]?.branch ?? "";
    expect(branches.map(({ branch }) => branch)).toEqual([own, `${own}.api`, `${own}.ui`]);
    expect(await git(pulls.dir, "show", `${own}.ui:rest.txt`)).toBe("rest");
    expect(await git(pulls.dir, "log", "--format=%s", `main..${own}`)).toBe("storage");
    const found = await Promise.all(
      branches.map(({ prUrl }) =>
        pulls.test.call(getPullRequest, { params: { ...pulls.params, pullNumber: numberOf(prUrl) } }),
      ),
    );
    expect(found.map(({ title, base }) => [title, base.ref])).toEqual([
      ["Add storage", "main"],
      ["Add storage: api", own],
      ["Add storage: ui", `${own}.api`],
    ]);
    const [first, second, third] = found;
    expect(second?.stack).toMatchObject({ id: first?.stack?.id, parentPullRequest: { id: first?.id } });
    expect(third?.stack).toMatchObject({ id: first?.stack?.id, parentPullRequest: { id: second?.id } });
  });

  it("updates them in follow-ups, even if it rewrote them", { tags: ["long"] }, async () => {
    const agent = await stacked({});
    const own = agent.git?.branches[0]?.branch ?? "";
    const amend = "```sh\ngit commit -q --amend -m rewritten --allow-empty\n```";
    const { run } = await pulls.test.call(createRun, { params: { id: agent.id }, body: { prompt: { text: amend } } });
    await pulls.test.stream(agent.id, run.id);
    expect(await git(pulls.dir, "log", "-1", "--format=%s", `${own}.ui`)).toBe("rewritten");
    const after = await pulls.test.call(getAgent, { params: { id: agent.id } });
    expect(after.git).toEqual(agent.git);
  });

  it("doesn't when it works on a branch that isn't its own", async () => {
    const agent = await stacked({ repos: [{ url, startingRef: "release" }], workOnCurrentBranch: true });
    expect(agent.git?.branches.map(({ branch }) => branch)).toEqual(["release"]);
  });
});
