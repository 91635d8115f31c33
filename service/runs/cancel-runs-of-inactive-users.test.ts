import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { putUser } from "@/lib/contract/admin/users/put-user";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
  await poolFixture(test).register({ poolName: "gpu" });
});
afterAll(() => test.close());

it("runs end when their user is deactivated, also while they wait, and those of others continue", async () => {
  const body = { prompt: { text: "```sh\nsleep 1000\n```" } };
  const { key } = await addUser(test.service, { email: "mia@x.example", teamId: 1 });
  const executing = await test.call(createAgent, { body, key });
  const waiting = await test.call(createAgent, { body: { ...body, env: { type: "pool", name: "gpu" } }, key });
  const other = await test.call(createAgent, { body: { ...body, env: { type: "pool", name: "gpu" } } });
  const status = async ({ agent, run }: typeof other) =>
    (await test.call(getRun, { params: { id: agent.id, runId: run.id } })).status;
  await vi.waitFor(async () => expect(await status(executing)).toBe("RUNNING"), { timeout: 20_000 });

  const params = { teamId: "_", email: "mia@x.example" };
  await test.call(putUser, { params, body: { isActive: false }, key: test.keys.admin });
  await vi.waitFor(
    async () => {
      expect(await status(executing)).toBe("CANCELLED");
      expect(await status(waiting)).toBe("CANCELLED");
    },
    { timeout: 20_000 },
  );
  expect(await status(other)).toBe("CREATING");
});
