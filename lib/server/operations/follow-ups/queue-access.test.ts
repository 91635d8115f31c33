import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import type { User } from "@/lib/server/auth/session-reader";
import { dashboard } from "@/lib/server/dashboard";
import { startVariableFixture, type VariableFixture } from "@/lib/server/variables/testing/variable-fixture";

let own: VariableFixture;
let ada: User;
let bo: User;
let agentId = "";

beforeAll(async () => {
  own = await startVariableFixture();
  // With the access that the service reports.
  dashboard.agentViewers = undefined;
  ada = await own.someone("Ada", "operator");
  bo = await own.someone("Bo", "operator");
  const prompt = { text: "```sh\nsleep 600\n```" };
  const launched = await own.launch(ada, { prompt, model: { id: "script" } });
  agentId = createAgent.response.parse(await launched.json()).agent.id;
});
afterAll(() => own.stop());

it("only those who can prompt an agent change its queue, so that no other user blocks it", async () => {
  const path = `/agents/${agentId}/follow-ups`;
  const body = { prompt: { text: "Next" } };
  const added = await own.call(ada, "POST", path, body);
  const { id } = await added.json();
  expect(added.status).toBe(201);
  expect((await own.call(bo, "GET", path)).status).toBe(200);
  const changes: [string, string, unknown?][] = [
    ["POST", path, body],
    ["POST", `${path}/resume`],
    ["PATCH", `/follow-ups/${id}`, { before: null }],
    ["POST", `/follow-ups/${id}/send-now`],
    ["DELETE", `/follow-ups/${id}`],
    ["PUT", `/launches/${agentId}`, { fields: { prompt: "x", model: "script" } }],
  ];
  for (const [method, to, sent] of changes) {
    const response = await own.call(bo, method, to, sent);
    const text = await response.text();
    expect([to, response.status, text]).toEqual([to, 403, expect.stringContaining("role_forbidden")]);
  }
  const { items } = await (await own.call(ada, "GET", path)).json();
  expect(items).toMatchObject([{ id, text: "Next" }]);
  expect((await own.call(ada, "DELETE", `/follow-ups/${id}`)).status).toBe(200);
});
