import { afterAll, beforeAll, expect, it } from "vitest";
import { listHostedEnvironments } from "@/lib/contract/admin/environments/list-hosted-environments";
import { putHostedEnvironment } from "@/lib/contract/admin/environments/put-hosted-environment";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { type ConnectedService, startConnectedService } from "../github-apps/testing/connected-service";

let connected: ConnectedService;
beforeAll(async () => {
  connected = await startConnectedService();
  await connected.createApp();
});
afterAll(() => connected.close());

const admin = () => ({ key: connected.test.keys.admin });

it("a named environment is saved with a repository on GitHub only if agents can use it", async () => {
  const { test, gitHub } = connected;
  const put = (repo: object) =>
    test.send("PUT", "/admin/v1/teams/1/environments/web", { ...admin(), body: { repos: [repo] } });
  for (const [repo, code, field, message] of [
    [{ url: `https://${gitHub.host}/acme/missing` }, "repository_access", "url", "doesn't exist"],
    [{ url: `https://${gitHub.host}/acme/gadgets` }, "repository_access", "url", `Use ${gitHub.url}`],
    [{ url: gitHub.url, startingRef: "missing" }, "invalid_branch_name", "startingRef", "not found"],
    [{ url: "https://other.example.com/acme/widgets" }, "validation_error", "url", "not found"],
  ] as const) {
    expect(await put(repo)).toMatchObject({
      status: 400,
      body: { error: { code, field: `repos.0.${field}`, message: expect.stringContaining(message) } },
    });
  }
  expect(await test.call(listHostedEnvironments, { ...admin(), params: { teamId: "1" } })).toEqual({ items: [] });
});

it("an agent in a named environment with a repository on GitHub opens its pull request there", async () => {
  const { test, gitHub } = connected;
  const repos = [{ url: gitHub.url, startingRef: "main" }];
  await test.call(putHostedEnvironment, { ...admin(), params: { teamId: "1", name: "web" }, body: { repos } });
  const body = { prompt: { text: "Add it.\n```file new.txt\nnew\n```" }, autoCreatePR: true };
  const env = { type: "cloud" as const, name: "web" };
  const { agent, run } = await test.call(createAgent, { body: { ...body, env } });
  await test.stream(agent.id, run.id);
  expect(await test.call(getAgent, { params: { id: agent.id } })).toMatchObject({
    repos,
    git: { branches: [{ prUrl: `${gitHub.url}/pull/${gitHub.state.pulls.length}` }] },
  });
  expect([...new Set(gitHub.violations)]).toEqual([]);
});
