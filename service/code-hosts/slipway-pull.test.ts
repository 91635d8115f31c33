import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createSubToken } from "@/lib/contract/agents/create-sub-token";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getMe } from "@/lib/contract/agents/get-me";
import { listAgentPullRequests } from "@/lib/contract/agents/list-agent-pull-requests";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { updatePullRequestThread } from "@/lib/contract/hosting/comments/update-pull-request-thread";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { agents } from "../core/store/tables/agents";
import { type Checks, startChecks } from "../hosting/checks/testing/check-fixture";
import { addNamespace, addUser } from "../hosting/repositories/testing/repository-fixture";
import { addRuleset, deleteRulesets } from "../hosting/rulesets/testing/ruleset-fixture";

let hosted: Checks;
let url: string;
let rita: string;
let owner: { key: string; userId: number };

beforeAll(async () => {
  hosted = await startChecks();
  const { service } = hosted.test;
  url = `${service.settings.gitUrl}/Acme/Widgets`;
  rita = (await addUser(service, { email: "rita@example.test", teamId: 1 })).key;
  owner = await addUser(service, { email: "owner@example.test", teamId: 1 });
});
afterAll(() => hosted.close());
beforeEach(() => deleteRulesets(hosted));

let files = 0;
/** An agent with an open pull request that adds a file. */
async function agentWithPull(repository = url, key = hosted.test.keys.user) {
  files += 1;
  const prompt = { text: `Add it.\n\`\`\`file pull-${files}.txt\nnew\n\`\`\`` };
  const body = { prompt, repos: [{ url: repository }], autoCreatePR: true };
  const { agent, run } = await hosted.test.call(createAgent, { body, key });
  await hosted.test.stream(agent.id, run.id);
  const [branch] = (await hosted.test.call(getAgent, { params: { id: agent.id } })).git?.branches ?? [];
  const prUrl = branch?.prUrl ?? "";
  return { id: agent.id, url: prUrl, file: `pull-${files}.txt`, number: prUrl.split("/").at(-1) ?? "" };
}

const statusOf = async (id: string) => (await hosted.test.call(listAgentPullRequests, { params: { id } })).items[0];
const at = (pullNumber: string) => ({ ...hosted.params, pullNumber });
const merge = (id: string, body: object, headers: Record<string, string> = {}) =>
  hosted.test.send("POST", `/v1/agents/${id}/pull-requests/merge`, { body, headers });
const conflict = (message: string) => ({
  status: 409,
  body: { error: { code: "pull_request_conflict", message: expect.stringContaining(message) } },
});

it("lists checks, the decision, unresolved threads on lines, and mergeability", async () => {
  const { id, number, file, url: prUrl } = await agentWithPull();
  const pull = await hosted.test.call(getPullRequest, { params: at(number) });
  expect(await statusOf(id)).toMatchObject({
    url: prUrl,
    host: "service",
    number: Number(number),
    title: pull.title,
    state: "open",
    draft: false,
    head: pull.head.ref,
    headSha: pull.head.sha,
    base: "main",
    additions: 1,
    deletions: 0,
    checks: { state: "none", total: 0, failed: [] },
    review: "none",
    threads: [],
    mergeability: "mergeable",
    mergeMethods: ["merge", "squash"],
  });
  const output = { title: "1 error", summary: "Line 1 is too long", text: "" };
  await hosted.app.post({
    sha: pull.head.sha,
    run: { conclusion: "failure", output, detailsUrl: "https://ci.example.com/1" },
  });
  const comment = (body: string, more: object = {}) =>
    hosted.test.call(createPullRequestComment, { params: at(number), body: { body, ...more } });
  await comment("In general");
  const inline = { path: file, side: "right" as const, startLine: 1 };
  const { thread } = await comment("Rename it", { inline });
  await comment("Please", { threadId: thread.id });
  const resolved = await comment("Done already", { inline });
  await hosted.test.call(updatePullRequestThread, {
    params: { ...hosted.params, threadId: resolved.thread.id },
    body: { resolved: true },
  });
  await hosted.test.call(createPullRequestReview, {
    params: at(number),
    body: { verdict: "request_changes", body: "Rename it first" },
    key: rita,
  });
  await addRuleset(hosted, "merge_branch", { pull_request: { requiredApprovingReviewCount: 1 } });
  expect(await statusOf(id)).toMatchObject({
    checks: {
      state: "failed",
      total: 1,
      failed: [
        {
          name: "Lint",
          result: "failure",
          url: "https://ci.example.com/1",
          title: "1 error",
          summary: "Line 1 is too long",
        },
      ],
    },
    review: "changes_requested",
    threads: [{ path: file, line: 1, comments: [{ text: "Rename it" }, { text: "Please" }] }],
    mergeability: "blocked",
  });
});

it("lists the first 20 pull requests of an agent that has more", { tags: ["long"] }, async () => {
  const { id, url: first } = await agentWithPull();
  const names = Array.from({ length: 20 }, (_, index) => `listed-${index}`);
  const commits = names.map((name) => {
    const committer = "committer A <a@example.test> 1700000000 +0000";
    return `commit refs/heads/${name}\n${committer}\ndata ${name.length}\n${name}\nfrom refs/heads/main\n\n`;
  });
  await runGit(["fast-import", "--quiet"], { cwd: hosted.dir, input: commits.join("") });
  const urls = [first];
  for (const name of names) urls.push(`${url}/pull/${(await hosted.open(name)).number}`);
  const repoUrl = url.replace("http://", "");
  const branches = urls.map((prUrl, index) => ({ repoUrl, branch: `branch-${index}`, prUrl }));
  await hosted.test.service.db.update(agents).set({ branches }).where(eq(agents.id, id));
  const { items, problems } = await hosted.test.call(listAgentPullRequests, { params: { id } });
  expect(items.map((each) => each.url)).toEqual(urls.slice(0, 20));
  expect(problems).toEqual([]);
});

it("comments as the caller", { tags: ["long"] }, async () => {
  const { id, number, url: prUrl } = await agentWithPull();
  const send = (body: object) =>
    hosted.test.send("POST", `/v1/agents/${id}/pull-requests/comments`, { body, key: rita });
  expect(await send({ url: prUrl, body: "Looks good" })).toMatchObject({ status: 201, body: { url: prUrl } });
  const { comments } = await hosted.test.call(listPullRequestComments, { params: at(number) });
  expect(comments).toMatchObject([{ body: "Looks good", author: { user: { email: "rita@example.test" } } }]);
});

it("merges the expected head once, with the repository's rules and merge methods", async () => {
  const { id, url: prUrl, number } = await agentWithPull();
  const expectedHead = (await statusOf(id))?.headSha ?? "";
  const body = { url: prUrl, expectedHead, method: "squash" };
  expect(await merge(id, { ...body, method: "rebase" })).toMatchObject({
    status: 400,
    body: { error: { code: "validation_error", field: "method" } },
  });
  expect(await merge(id, { ...body, expectedHead: "0".repeat(40) })).toMatchObject(conflict("has new commits"));
  await addRuleset(hosted, "merge_branch", { pull_request: { requiredApprovingReviewCount: 1 } });
  expect(await merge(id, body)).toMatchObject(conflict("required_approvals"));
  await deleteRulesets(hosted);
  expect(await hosted.test.call(getPullRequest, { params: at(number) })).toMatchObject({ state: "open" });

  const merged = await merge(id, body);
  expect(merged).toMatchObject({ status: 200, body: { url: prUrl } });
  const pull = await hosted.test.call(getPullRequest, { params: at(number) });
  expect(pull).toMatchObject({ merged: true, mergeCommitSha: Object(merged.body).sha });
  expect(await git(hosted.dir, "rev-parse", "main")).toBe(Object(merged.body).sha);
  expect(await merge(id, body)).toMatchObject(conflict("already merged"));
  const status = await statusOf(id);
  expect(status).toMatchObject({ state: "merged" });
  expect(status).not.toHaveProperty("mergeability");
});

it("doesn't merge a closed pull request", { tags: ["long"] }, async () => {
  const { id, url: prUrl, number } = await agentWithPull();
  const expectedHead = (await statusOf(id))?.headSha ?? "";
  await hosted.test.call(updatePullRequest, { params: at(number), body: { state: "closed" } });
  expect(await merge(id, { url: prUrl, expectedHead, method: "merge" })).toMatchObject(conflict("is closed"));
});

it("reads and merges with the permissions of the user who makes the call", async () => {
  const { test, work, remote } = hosted;
  await addNamespace(test.service, "owner", { userId: owner.userId });
  await test.call(createRepo, { params: { ownerSlug: "owner" }, body: { name: "notes" }, key: owner.key });
  const own = new URL(remote.replace("acme/widgets", "owner/notes"));
  own.password = owner.key;
  await git(work, "push", "--quiet", own.href, "main");
  const { id, url: prUrl } = await agentWithPull(`${test.service.settings.gitUrl}/owner/notes`, owner.key);
  expect(prUrl).not.toBe("");
  const listAs = (email: string) =>
    test.send("GET", `/v1/agents/${id}/pull-requests`, { headers: { "x-acting-user": email } });
  const seen = await listAs("owner@example.test");
  const expectedHead = String(Object(seen.body).items[0]?.headSha);
  expect((await listAs("rita@example.test")).body).toEqual({
    items: [],
    problems: [{ url: prUrl, host: "service", message: "Repository not found" }],
  });
  const mergeAs = (email: string) =>
    merge(id, { url: prUrl, expectedHead, method: "merge" }, { "x-acting-user": email });
  expect(await mergeAs("rita@example.test")).toMatchObject({
    status: 404,
    body: { error: { code: "agent_not_found" } },
  });
  expect(await mergeAs("owner@example.test")).toMatchObject({ status: 200 });
});

it("isn't read with a worker token, which can't use the hosting API", { tags: ["long"] }, async () => {
  const { id, url: prUrl } = await agentWithPull();
  const { userId } = await hosted.test.call(getMe);
  const key = hosted.test.keys.serviceAccount;
  const { accessToken } = await hosted.test.call(createSubToken, { key, body: { forUserId: userId ?? 0 } });
  const listed = await hosted.test.call(listAgentPullRequests, { params: { id }, key: accessToken });
  expect(listed).toMatchObject({ items: [], problems: [{ url: prUrl, message: expect.stringContaining("subToken") }] });
});

it("costs the caller's points of the hosting API, and is listed as a problem without them", async () => {
  const { id, url: prUrl } = await agentWithPull(url, rita);
  const used = async () => (await hosted.test.call(getRateLimit, { key: rita })).resources.core.used;
  const before = await used();
  const list = () => hosted.test.call(listAgentPullRequests, { params: { id }, key: rita });
  expect((await list()).items).toHaveLength(1);
  // Mergeability costs 10, the other five reads 1 each at least.
  expect((await used()) - before).toBeGreaterThanOrEqual(14);
  const { points } = hosted.test.service;
  const { userId } = await hosted.test.call(getMe, { key: rita });
  const principal = {
    kind: "user",
    userId: userId ?? 0,
    teamId: 1,
    keyId: "",
    keyName: "",
    keyCreatedAt: 0,
  } as const;
  await points.charge(principal, (await points.read(principal)).remaining);
  expect(await list()).toMatchObject({
    items: [],
    problems: [{ url: prUrl, message: expect.stringContaining("points") }],
  });
});
