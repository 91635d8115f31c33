import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { commentOnAgentPullRequest } from "@/lib/contract/agents/comment-on-agent-pull-request";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { deleteGitHubConnection } from "@/lib/contract/agents/delete-github-connection";
import { finishGitHubConnection } from "@/lib/contract/agents/finish-github-connection";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgentPullRequests } from "@/lib/contract/agents/list-agent-pull-requests";
import { listGitHubConnections } from "@/lib/contract/agents/list-github-connections";
import { startGitHubConnection } from "@/lib/contract/agents/start-github-connection";
import { githubConnections } from "../core/store/tables/github";
import { type ConnectedService, dashboardUrl, startConnectedService } from "../github-apps/testing/connected-service";
import { addUser } from "../hosting/repositories/testing/repository-fixture";

let connected: ConnectedService;
beforeAll(async () => {
  connected = await startConnectedService();
  await connected.createApp();
});
afterAll(() => connected.close());
afterEach(() => expect([...new Set(connected.gitHub.violations.splice(0))]).toEqual([]));

let files = 0;
/** An agent with an open pull request. */
async function agentWithPull(more: { skipReviewerRequest?: boolean } = {}) {
  files += 1;
  const { test, gitHub } = connected;
  const prompt = { text: `Add it.\n\`\`\`file pull-${files}.txt\nnew\n\`\`\`` };
  const body = { prompt, repos: [{ url: gitHub.url }], autoCreatePR: true, ...more };
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  const [branch] = (await test.call(getAgent, { params: { id: agent.id } })).git?.branches ?? [];
  const { items } = await test.call(listAgentPullRequests, { params: { id: agent.id } });
  const url = branch?.prUrl ?? "";
  return { id: agent.id, url, expectedHead: items[0]?.headSha ?? "", pull: gitHub.state.pulls.at(-1) };
}

const merge = (id: string, body: object, headers: Record<string, string> = {}) =>
  connected.test.send("POST", `/v1/agents/${id}/pull-requests/merge`, { body, headers });

/** Connects ada's account as a user does in a browser. */
async function connectAda(): Promise<void> {
  const { test, gitHub } = connected;
  const redirectUrl = `${dashboardUrl}/api/github-connection`;
  const { authorizationUrl } = await test.call(startGitHubConnection, { body: { host: gitHub.host, redirectUrl } });
  const authorized = await test.service.github.oauthFetch.send(new URL(authorizationUrl));
  const { state = "", ...response } = Object.fromEntries(
    new URL(authorized.headers.get("location") ?? "").searchParams,
  );
  await test.call(finishGitHubConnection, { body: { state, response } });
}

describe("merging an agent's pull request on GitHub", () => {
  it("merges the expected head with the GitHub App", async () => {
    const { gitHub } = connected;
    const { id, url, expectedHead, pull } = await agentWithPull();
    // No account is connected yet.
    expect(pull?.reviewers).toBeUndefined();
    expect(await merge(id, { url, expectedHead, method: "squash" })).toMatchObject({ status: 200, body: { url } });
    expect(gitHub.state.merges.at(-1)).toMatchObject({ method: "squash", by: { kind: "installation" } });
    expect(await git(gitHub.server.dir, "merge-base", "--is-ancestor", expectedHead, "main")).toBe("");
    expect(await merge(id, { url, expectedHead, method: "squash" })).toMatchObject({
      status: 409,
      body: { error: { code: "pull_request_conflict", message: expect.stringContaining("already merged") } },
    });
  });

  it("merges nothing if the head has changed, or GitHub's rules block it, and says why", {
    tags: ["long"],
  }, async () => {
    const { id, url, expectedHead, pull } = await agentWithPull();
    const count = connected.gitHub.state.merges.length;
    expect(await merge(id, { url, expectedHead: "0".repeat(40), method: "merge" })).toMatchObject({
      status: 409,
      body: { error: { field: "expectedHead", message: expect.stringContaining("has new commits") } },
    });
    if (pull) pull.blocked = 'Required status check "test" is failing.';
    expect(await merge(id, { url, expectedHead, method: "merge" })).toMatchObject({
      status: 409,
      body: { error: { code: "pull_request_conflict", message: expect.stringContaining('"test" is failing') } },
    });
    if (pull) delete pull.blocked;
    connected.gitHub.fail("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
      status: 403,
      message: "Resource not accessible by integration",
      headers: { "x-accepted-github-permissions": "contents=write" },
    });
    expect(await merge(id, { url, expectedHead, method: "merge" })).toMatchObject({
      status: 403,
      body: {
        error: { code: "github_denied", message: expect.stringContaining("Grant the GitHub App Contents: write") },
      },
    });
    expect(connected.gitHub.state.merges).toHaveLength(count);
  });

  it("rejects other pull requests, and invalid values", { tags: ["long"] }, async () => {
    const { id, expectedHead, url } = await agentWithPull();
    const other = `${connected.gitHub.url}/pull/1`;
    expect(await merge(id, { url: other, expectedHead, method: "merge" })).toMatchObject({
      status: 404,
      body: { error: { code: "pull_request_not_found", field: "url" } },
    });
    expect(await merge(id, { url, expectedHead: "main", method: "merge" })).toMatchObject({
      status: 400,
      body: { error: { field: "expectedHead" } },
    });
    expect(await merge(id, { url, expectedHead, method: "octopus" })).toMatchObject({
      status: 400,
      body: { error: { field: "method" } },
    });
  });

  it("comments with the GitHub App", { tags: ["long"] }, async () => {
    const { id, url, pull } = await agentWithPull();
    const call = { params: { id }, body: { url, body: "Looks good" } };
    const comment = await connected.test.call(commentOnAgentPullRequest, call);
    expect(comment.url).toContain("#issuecomment-");
    expect(connected.gitHub.state.comments.at(-1)).toMatchObject({ pull: pull?.number, body: "Looks good" });
    expect(connected.gitHub.state.comments.at(-1)?.by.kind).toBe("installation");
  });
});

describe("a user's own GitHub account", () => {
  it("is connected, stored encrypted, and makes the user's merges and comments", { tags: ["long"] }, async () => {
    const { test, gitHub } = connected;
    await connectAda();
    expect(await test.call(listGitHubConnections, {})).toMatchObject({
      items: [{ host: gitHub.host, login: "ada" }],
      hosts: [gitHub.host],
    });
    const [row] = await test.service.db.select().from(githubConnections);
    expect(row?.secrets.toString("latin1")).not.toContain("ghu_");
    const { id, url, expectedHead } = await agentWithPull();
    await test.call(commentOnAgentPullRequest, { params: { id }, body: { url, body: "Mine" } });
    expect(gitHub.state.comments.at(-1)?.by).toEqual({ kind: "user", login: "ada" });
    expect(await merge(id, { url, expectedHead, method: "merge" })).toMatchObject({ body: { as: "ada" } });
    expect(gitHub.state.merges.at(-1)?.by).toEqual({ kind: "user", login: "ada" });
  });

  it("is requested as reviewer of pull requests of the user's agents, unless skipReviewerRequest is set", {
    tags: ["long"],
  }, async () => {
    const { gitHub } = connected;
    expect((await agentWithPull()).pull?.reviewers).toEqual(["ada"]);
    expect((await agentWithPull({ skipReviewerRequest: true })).pull?.reviewers).toBeUndefined();
    gitHub.fail("POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers", {
      status: 403,
      message: "Resource not accessible by integration",
    });
    const { url, pull } = await agentWithPull();
    expect(url).toBe(`${gitHub.url}/pull/${pull?.number}`);
    expect(pull?.reviewers).toBeUndefined();
  });

  it("isn't used for another user of a team admin's key", { tags: ["long"] }, async () => {
    const { service } = connected.test;
    await addUser(service, { email: "grace@example.com", teamId: 1, isTeamAdmin: true });
    await addUser(service, { email: "lee@example.com", teamId: 1 });
    const { id, url, expectedHead } = await agentWithPull();
    const mergeAs = (email: string) => merge(id, { url, expectedHead, method: "merge" }, { "x-acting-user": email });
    for (const email of ["lee@example.com", "unknown@example.com"]) {
      expect(await mergeAs(email)).toMatchObject({ status: 403, body: { error: { code: "role_forbidden" } } });
    }
    const merged = await mergeAs("grace@example.com");
    expect(merged).toMatchObject({ status: 200 });
    expect(merged.body).not.toHaveProperty("as");
    expect(connected.gitHub.state.merges.at(-1)?.by.kind).toBe("installation");
  });

  it("gets a new token once when the old one has expired, and must be connected again after it was revoked", {
    tags: ["long"],
  }, async () => {
    const { test, gitHub } = connected;
    const { db, cipher, clock } = test.service;
    const [row] = await db.select().from(githubConnections);
    const refreshToken = [...gitHub.state.codes].find(([, kind]) => kind === "refresh")?.[0];
    const expired = { accessToken: "ghu_expired", refreshToken, expiresAt: clock.now() - 1 };
    const isRow = eq(githubConnections.id, row?.id ?? "");
    await db
      .update(githubConnections)
      .set({ secrets: cipher.seal(expired) })
      .where(isRow);
    const { id, url, expectedHead } = await agentWithPull();
    const both = ["One", "Two"].map((body) =>
      test.call(commentOnAgentPullRequest, { params: { id }, body: { url, body } }),
    );
    await Promise.all(both);
    expect(gitHub.state.comments.slice(-2).map(({ by }) => by.kind)).toEqual(["user", "user"]);
    const revoked = { ...expired, refreshToken: "ghr_revoked" };
    await db
      .update(githubConnections)
      .set({ secrets: cipher.seal(revoked) })
      .where(isRow);
    expect(await merge(id, { url, expectedHead, method: "merge" })).toMatchObject({
      status: 403,
      body: { error: { code: "github_denied", message: expect.stringContaining("again in Settings → GitHub") } },
    });
  });

  it("is rejected for an unknown state, a server without an app, and a denied authorization", async () => {
    const { test, gitHub } = connected;
    const redirectUrl = `${dashboardUrl}/api/github-connection`;
    const start = (host: string) => test.send("POST", startGitHubConnection.path, { body: { host, redirectUrl } });
    expect(await start("other.example.com")).toMatchObject({ status: 400, body: { error: { field: "host" } } });
    const finish = (body: object) => test.send("POST", finishGitHubConnection.path, { body });
    const failed = (field: string) => ({
      status: 400,
      body: { error: { code: "github_connection_failed", field } },
    });
    expect(await finish({ state: "unknown", response: { code: "x" } })).toMatchObject(failed("state"));
    const { state } = await test.call(startGitHubConnection, { body: { host: gitHub.host, redirectUrl } });
    expect(await finish({ state, response: { error: "access_denied" } })).toMatchObject(failed("response"));
    expect(await finish({ state, response: { code: "x" } })).toMatchObject(failed("state"));
  });

  it("isn't said to be rejected if GitHub couldn't be reached", async () => {
    const { test, gitHub } = connected;
    const redirectUrl = `${dashboardUrl}/api/github-connection`;
    const { authorizationUrl, state } = await test.call(startGitHubConnection, {
      body: { host: gitHub.host, redirectUrl },
    });
    const authorized = await test.service.github.oauthFetch.send(new URL(authorizationUrl));
    const { code } = Object.fromEntries(new URL(authorized.headers.get("location") ?? "").searchParams);
    for (let attempt = 0; attempt < 5; attempt += 1) gitHub.fail("GET /user", { status: 502, message: "Bad gateway" });
    const failed = await test.send("POST", finishGitHubConnection.path, { body: { state, response: { code } } });
    expect(failed).toMatchObject({ status: 503, body: { error: { code: "github_unavailable" } } });
  });

  it("is disconnected", { tags: ["long"] }, async () => {
    const params = { host: connected.gitHub.host };
    await connected.test.call(deleteGitHubConnection, { params });
    expect((await connected.test.call(listGitHubConnections, {})).items).toEqual([]);
    expect(await connected.test.send("DELETE", `/v1/github-connections/${params.host}`)).toMatchObject({ status: 404 });
  });
});
