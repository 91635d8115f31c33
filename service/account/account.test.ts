import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Account } from "@/lib/contract/admin/account";
import { getAccount } from "@/lib/contract/admin/account/get-account";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

const path = "/admin/v1/teams/1/account";
const prompt = { text: "hello" };
const defaults: Account = {
  teamId: 1,
  apiEnabled: true,
  envVarsEnabled: true,
  usageEnabled: true,
  spendLeft: true,
  repositoryAccess: true,
  streamAvailable: true,
  defaultModel: null,
};

let test: TestService;
beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
});
afterAll(() => test.close());
afterEach(() => change(defaults));

const change = ({ teamId: _teamId, ...body }: Partial<Account>) =>
  test.send("PATCH", path, { key: test.keys.admin, body });

const apiError = (status: number, code: string) => ({
  status,
  body: { error: { code, message: expect.any(String) } },
});

async function finishedAgent(repos: { url: string }[] = []) {
  const { agent, run } = await test.call(createAgent, { body: { prompt, repos } });
  await test.stream(agent.id, run.id);
  return { id: agent.id, runId: run.id };
}

describe("an account", () => {
  it("has every switch on by default", async () => {
    const { key, teamId } = await addUser(test.service, { email: "other@localhost" });
    const params = { teamId: String(teamId) };
    expect(await test.call(getAccount, { params, key: test.keys.admin })).toEqual({ ...defaults, teamId });
    expect((await test.send("GET", "/v1/me", { key })).status).toBe(200);
  });

  it("only changes the given switches, even with concurrent requests", async () => {
    const responses = await Promise.all([change({ spendLeft: false }), change({ usageEnabled: false })]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const expected = { ...defaults, spendLeft: false, usageEnabled: false };
    expect((await test.send("GET", path, { key: test.keys.admin })).body).toEqual(expected);
    await test.restart();
    expect((await test.send("GET", path, { key: test.keys.admin })).body).toEqual(expected);
    expect((await change({ spendLeft: true })).body).toEqual({ ...expected, spendLeft: true });
  });

  it.each(["0", "2147483648", "99999", "x", "-1", "1%2F1"])("returns 404 for team %s", async (team) => {
    for (const [method, body] of [["GET"], ["PATCH", {}]] as const) {
      const response = await test.send(method, `/admin/v1/teams/${team}/account`, { key: test.keys.admin, body });
      expect(response).toMatchObject(apiError(404, "team_not_found"));
    }
  });

  it.each([
    [{ spendLeft: "no" }, "validation_error", "spendLeft"],
    [{ color: true }, "validation_error", "color"],
    [{ defaultModel: "unknown" }, "invalid_model", "defaultModel"],
  ])("rejects %j and names the field", async (body, code, field) => {
    const response = await test.send("PATCH", path, { key: test.keys.admin, body });
    expect(response).toMatchObject({ status: 400, body: { error: { code, field } } });
  });

  it("requires the admin key", async () => {
    for (const key of [test.keys.user, test.keys.serviceAccount]) {
      expect(await test.send("GET", path, { key })).toMatchObject(apiError(403, "role_forbidden"));
      expect(await test.send("PATCH", path, { key, body: {} })).toMatchObject(apiError(403, "role_forbidden"));
    }
  });
});

describe("a disabled switch", () => {
  it("apiEnabled: every agent API call of this team returns 403 plan_required", async () => {
    const { id } = await finishedAgent();
    const { key } = await addUser(test.service, { email: "elsewhere@localhost" });
    await change({ apiEnabled: false });
    for (const key of [test.keys.user, test.keys.serviceAccount]) {
      for (const at of ["/v1/me", "/v1/models", "/v1/agents", `/v1/agents/${id}`, `/v1/agents/${id}/usage`]) {
        expect(await test.send("GET", at, { key }), at).toMatchObject(apiError(403, "plan_required"));
      }
    }
    expect(await test.send("POST", "/v1/agents", { body: { prompt } })).toMatchObject(apiError(403, "plan_required"));
    expect((await test.send("GET", "/v1/me", { key })).status).toBe(200);
    expect((await test.send("GET", "/v1/repohost/namespaces")).status).toBe(200);
  });

  it("usageEnabled: getting usage returns 403 feature_unavailable", async () => {
    const { id } = await finishedAgent();
    await change({ usageEnabled: false });
    expect(await test.send("GET", `/v1/agents/${id}/usage`)).toMatchObject(apiError(403, "feature_unavailable"));
    expect((await test.send("GET", `/v1/agents/${id}`)).status).toBe(200);
  });

  it("spendLeft: creating agents and runs returns 400 usage_limit_exceeded", async () => {
    const { id } = await finishedAgent();
    await change({ spendLeft: false });
    for (const at of ["/v1/agents", `/v1/agents/${id}/runs`]) {
      expect(await test.send("POST", at, { body: { prompt } })).toMatchObject(apiError(400, "usage_limit_exceeded"));
    }
    expect((await test.send("GET", `/v1/agents/${id}`)).status).toBe(200);
  });

  it("repositoryAccess: agents with repositories return 409 integration_not_connected with a help URL", async () => {
    // The port changes with every start of the test service.
    const url = `${test.url}/demo/orders`;
    const { id } = await finishedAgent([{ url }]);
    await change({ repositoryAccess: false });
    for (const [at, body] of [
      ["/v1/agents", { prompt, repos: [{ url }] }],
      [`/v1/agents/${id}/runs`, { prompt }],
    ] as const) {
      expect(await test.send("POST", at, { body })).toMatchObject({
        status: 409,
        body: {
          error: {
            code: "integration_not_connected",
            message: expect.any(String),
            helpUrl: expect.stringMatching(/^http/),
            provider: "svc",
          },
        },
      });
    }
    expect((await test.send("POST", "/v1/agents", { body: { prompt } })).status).toBe(201);
  });

  it("A-STREAM-36, A-STREAM-37, A-STREAM-38: streamAvailable: a stream opens, sends an error and ends", async () => {
    const { id, runId } = await finishedAgent();
    await change({ streamAvailable: false });
    const next = await test.call(createRun, { params: { id }, body: { prompt } });
    for (const run of [runId, next.run.id]) {
      expect(await test.stream(id, run)).toEqual([
        { event: "status", data: { runId: run, status: expect.any(String) } },
        { event: "error", data: { code: "stream_unavailable", message: expect.any(String) } },
        { event: "done", data: {} },
      ]);
    }
    const response = await test.send("GET", `/v1/agents/${id}/runs/${runId}/stream`);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("x-svc-stream-retention-seconds")).toBe("86400");
    expect((await test.send("GET", `/v1/agents/${id}/runs/run-none/stream`)).status).toBe(404);
  });
});
