import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { agents } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";
import { resolveRepositories } from "./build-run-spec";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

async function failing(change: Partial<typeof agents.$inferInsert>) {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
  await test.stream(agent.id, run.id);
  await test.service.db.update(agents).set(change).where(eq(agents.id, agent.id));
  const next = await test.call(createRun, { params: { id: agent.id }, body: { prompt: { text: "again" } } });
  await test.stream(agent.id, next.run.id);
  return test.call(getRun, { params: { id: agent.id, runId: next.run.id } });
}

describe("a run the service can't execute", () => {
  it("reports that its repository was deleted", async () => {
    const { agent } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    const [row] = await test.service.db.select().from(agents).where(eq(agents.id, agent.id));
    if (!row) throw new Error("agent not found");
    const gone = { ...row, repos: [{ url: "http://127.0.0.1:1/gone/away" }] };
    await expect(resolveRepositories(test.service, gone)).rejects.toMatchObject({ code: "repository_access" });
  });

  it("reports that its model is no longer configured", async () => {
    const run = await failing({ model: { id: "removed", params: [] } });
    expect(run).toMatchObject({ status: "ERROR", error: { code: "invalid_model" } });
  });

  it("doesn't expose internal errors", async () => {
    const run = await failing({ secrets: Buffer.from("not what was sealed, and long enough to be read") });
    expect(run).toMatchObject({ status: "ERROR", error: { code: "internal_error" } });
    expect(run.error?.message).toMatch(/See the service log/);
  });
});
