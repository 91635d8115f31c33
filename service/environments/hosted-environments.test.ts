import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteHostedEnvironment } from "@/lib/contract/admin/environments/delete-hosted-environment";
import { listHostedEnvironments } from "@/lib/contract/admin/environments/list-hosted-environments";
import { putHostedEnvironment } from "@/lib/contract/admin/environments/put-hosted-environment";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
let url = "";
beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  url = `${test.url}/demo/orders`;
});
afterAll(() => test.close());

const admin = () => ({ key: test.keys.admin });
const put = (name: string, repos: object[]) =>
  test.send("PUT", `/admin/v1/teams/1/environments/${name}`, { ...admin(), body: { repos } });
const environments = async () =>
  (await test.call(listHostedEnvironments, { ...admin(), params: { teamId: "1" } })).items.map(({ name }) => name);

describe("a named environment", () => {
  it("A-CREATE-44: is selected by type cloud and name, and provides the agent's repositories", async () => {
    const repos = [{ url, startingRef: "main" }];
    await test.call(putHostedEnvironment, { ...admin(), params: { teamId: "1", name: "web" }, body: { repos } });
    const env = { type: "cloud" as const, name: "web" };
    const text = "```sh\ngit log --oneline | wc -l; echo hello > hello.txt\n```";
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text }, env } });
    expect(agent).toMatchObject({ env, repos });
    await test.stream(agent.id, run.id);
    const ended = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
    expect(ended).toMatchObject({
      status: "FINISHED",
      git: { branches: [{ branch: expect.stringMatching(/^svc\//) }] },
    });
    expect(await test.call(getAgent, { params: { id: agent.id } })).toMatchObject({ env, repos });
  });

  it("returns 400 if it doesn't exist", async () => {
    const body = { prompt: { text: "x" }, env: { type: "cloud", name: "nowhere" } };
    expect(await test.send("POST", "/v1/agents", { body })).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: "env.name" } },
    });
  });

  it("requires write access to its repositories", async () => {
    const { key } = await addUser(test.service, { email: "stranger@example.test" });
    const body = { prompt: { text: "x" }, env: { type: "cloud", name: "web" } };
    const { status } = await test.send("POST", "/v1/agents", { body, key });
    expect(status).toBe(400);
  });

  it("is replaced, listed and deleted with the admin key only", async () => {
    await put("other", [{ url }]);
    await put("other", [{ url, startingRef: "main" }]);
    expect(await environments()).toEqual(["other", "web"]);
    const path = "/admin/v1/teams/1/environments/other";
    expect((await test.send("DELETE", path)).status).toBe(403);
    const params = { teamId: "1", name: "other" };
    expect(await test.call(deleteHostedEnvironment, { ...admin(), params })).toEqual({ name: "other" });
    expect(await test.send("DELETE", path, admin())).toMatchObject({ status: 404 });
    expect(await environments()).toEqual(["web"]);
  });

  it("is rejected with invalid repositories", async () => {
    for (const repos of [[], [{ url: "https://git.example.com/none/none" }], [{ url, prUrl: `${url}/pull/1` }]]) {
      expect((await put("wrong", repos)).status).toBe(400);
    }
    expect((await put("%2Fetc", [{ url }])).status).toBe(400);
    expect(await environments()).toEqual(["web"]);
  });

  it("names the repository that doesn't exist, and returns 404 when an unknown environment is deleted", async () => {
    expect(await put("wrong", [{ url }, { url: "https://git.example.com/none/none" }])).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: "repos.1.url" } },
    });
    expect(await test.send("DELETE", "/admin/v1/teams/1/environments/wrong", admin())).toMatchObject({
      status: 404,
      body: { error: { code: "environment_not_found" } },
    });
  });
});
