import { afterAll, beforeAll, expect, it } from "vitest";
import { getAgentOwner } from "@/lib/contract/admin/users/get-agent-owner";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const owner = (agentId: string, key = test.keys.admin) =>
  test.call(getAgentOwner, { params: { teamId: "_", agentId }, key });

it("names the user or service account whose key launched an agent, to admins", async () => {
  const body = { prompt: { text: "hello" } };
  const { agent } = await test.call(createAgent, { body });
  expect(await owner(agent.id)).toMatchObject({ email: "admin@localhost" });
  const ours = await test.call(createAgent, { body, key: test.keys.serviceAccount });
  const account = await owner(ours.agent.id);
  expect(account.email).toBeUndefined();
  expect(account.name).not.toBe("");
  await expect(owner(`bc-${crypto.randomUUID()}`)).rejects.toThrow("returned 404");
  await expect(owner(agent.id, test.keys.user)).rejects.toThrow("returned 403");
});
