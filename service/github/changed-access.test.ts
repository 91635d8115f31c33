import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listAgentPullRequests } from "@/lib/contract/agents/list-agent-pull-requests";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { agents } from "../core/store/tables/agents";
import { type ConnectedService, startConnectedService } from "../github-apps/testing/connected-service";

let connected: ConnectedService;
beforeAll(async () => {
  connected = await startConnectedService();
  await connected.createApp();
});
afterAll(() => connected.close());
afterEach(() => expect([...new Set(connected.gitHub.violations.splice(0))]).toEqual([]));

const readRepository = "GET /repos/{owner}/{repo}";
const mergePull = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";
const ssoUrl = "https://github.com/orgs/acme/sso?authorization_request=A1";
const sso = {
  status: 403,
  message: "Resource protected by organization SAML enforcement.",
  headers: { "x-github-sso": `required; url=${ssoUrl}` },
};
const limited = {
  status: 403,
  message: "You have exceeded a secondary rate limit.",
  headers: { "retry-after": "45" },
};

let files = 0;
function change(): { text: string } {
  files += 1;
  return { text: `Add it.\n\`\`\`file changed-${files}.txt\nnew\n\`\`\`` };
}

async function result(params: { id: string; runId: string }) {
  const { test } = connected;
  await test.stream(params.id, params.runId);
  return { run: await test.call(getRun, { params }), agent: await test.call(getAgent, { params: { id: params.id } }) };
}

/** Launches an agent that opens a pull request. */
async function launched() {
  const { test, gitHub } = connected;
  const body = { prompt: change(), repos: [{ url: gitHub.url }], autoCreatePR: true };
  const { agent, run } = await test.call(createAgent, { body });
  return (await result({ id: agent.id, runId: run.id })).agent;
}

async function followUp(id: string) {
  const { run } = await connected.test.call(createRun, { params: { id }, body: { prompt: change() } });
  return result({ id, runId: run.id });
}

describe("a follow-up on GitHub", () => {
  it("uses the new name of a repository that was renamed or transferred", { tags: ["long"] }, async () => {
    const { test, gitHub } = connected;
    const { id } = await launched();
    const former = gitHub.url.replace("widgets", "gadgets");
    // As if the agent was launched with the former name. Its folder has that name, so it is cloned again.
    const launchedWith = { repos: [{ url: former }], branches: [], branchName: "svc/renamed" };
    await test.service.db.update(agents).set(launchedWith).where(eq(agents.id, id));
    const count = gitHub.state.pulls.length + 1;
    const { run, agent } = await followUp(id);
    expect(run).toMatchObject({ status: "FINISHED" });
    const branch = { branch: "svc/renamed", prUrl: `${gitHub.url}/pull/${count}` };
    expect(agent.git?.branches).toMatchObject([branch]);
    expect(gitHub.state.pulls).toHaveLength(count);
  });

  it("fails with the fix, and pushes nothing, when access was revoked after the launch", {
    tags: ["long"],
  }, async () => {
    const { gitHub, connect } = connected;
    const agent = await launched();
    const { app } = gitHub.state;
    const installation = app?.installation;
    if (!app || !installation) throw new Error("the app isn't installed");
    const pushes = gitHub.server.pushes.length;
    const failed = (message: string) => ({
      run: { status: "ERROR", error: { code: "repository_access", message: expect.stringContaining(message) } },
    });
    delete app.installation;
    connect();
    expect(await followUp(agent.id)).toMatchObject(failed(`install the app at https://${gitHub.host}/github-apps/`));
    app.installation = { ...installation, suspended: true };
    connect();
    expect(await followUp(agent.id)).toMatchObject(failed("is suspended. Unsuspend it at https://"));
    delete app.installation;
    connect({ [gitHub.host]: gitHub.token });
    gitHub.fail(readRepository, sso);
    expect(await followUp(agent.id)).toMatchObject(failed(`Authorize the token of ${gitHub.host} at ${ssoUrl}`));
    app.installation = installation;
    connect();
    expect(gitHub.server.pushes).toHaveLength(pushes);
  });
});

describe("a launch on a pull request", () => {
  it("names the new URL of a renamed repository, and creates nothing", { tags: ["long"] }, async () => {
    const { test, gitHub } = connected;
    const before = (await test.call(listAgents, {})).items.length;
    const former = gitHub.url.replace("widgets", "gadgets");
    const repos = [{ url: former, prUrl: `${former}/pull/1` }];
    expect(await test.send("POST", "/v1/agents", { body: { prompt: { text: "x" }, repos } })).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "pr_resolution_failed",
          field: "repos.0.prUrl",
          message: expect.stringContaining(`Use ${gitHub.url}`),
        },
      },
    });
    expect((await test.call(listAgents, {})).items).toHaveLength(before);
  });
});

describe("a merge on GitHub", () => {
  it("names the fix when it is rate-limited, or the organization requires single sign-on, and merges nothing", {
    tags: ["long"],
  }, async () => {
    const { test, gitHub } = connected;
    const { id, git } = await launched();
    const { items } = await test.call(listAgentPullRequests, { params: { id } });
    const url = git?.branches?.[0]?.prUrl ?? "";
    const body = { url, expectedHead: items[0]?.headSha ?? "", method: "merge" };
    const merge = () => test.send("POST", `/v1/agents/${id}/pull-requests/merge`, { body });
    gitHub.fail(mergePull, limited, sso);
    expect(await merge()).toMatchObject({
      status: 503,
      body: { error: { code: "github_unavailable", message: expect.stringContaining("Try again in 45 s") } },
    });
    expect(await merge()).toMatchObject({
      status: 403,
      body: {
        error: { code: "github_denied", message: expect.stringContaining(`Authorize the GitHub App at ${ssoUrl}`) },
      },
    });
    expect(gitHub.state.merges).toEqual([]);
    expect(await merge()).toMatchObject({ status: 200 });
  });
});
