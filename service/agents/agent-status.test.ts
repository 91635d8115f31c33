import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { startTestService, type TestService } from "../testing/test-service";

const endless = "```sh\nsleep 1000 & echo started; wait\n```";

let test: TestService;
beforeAll(async () => {
  // An agent program that exits without output.
  test = await startTestService({ AGENTS: '{"broken":["/bin/false"]}', ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());

const statusOf = async (id: string) => (await test.call(getAgent, { params: { id } })).status;

async function finished() {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
  await test.stream(agent.id, run.id);
  return { id: agent.id, runId: run.id };
}

async function startEndlessRun() {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: endless } } });
  await test.stream(agent.id, run.id, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
  return { id: agent.id, runId: run.id };
}

describe("agent status", () => {
  it("A-ASTATE-03: is ACTIVE while a turn runs", { tags: ["long"] }, async () => {
    const { id, runId } = await startEndlessRun();
    expect(await statusOf(id)).toBe("ACTIVE");
    expect((await test.call(getRun, { params: { id, runId } })).status).toBe("RUNNING");
    await test.send("POST", `/v1/agents/${id}/archive`);
  });

  it("A-ASTATE-04: is ACTIVE as soon as a turn is requested", { tags: ["long"] }, async () => {
    const { agent } = await test.call(createAgent, { body: { prompt: { text: endless } } });
    expect(agent.status).toBe("ACTIVE");
    expect(await statusOf(agent.id)).toBe("ACTIVE");
    await test.send("POST", `/v1/agents/${agent.id}/archive`);
    const { id } = await finished();
    await test.call(createRun, { params: { id }, body: { prompt: { text: endless } } });
    expect(await statusOf(id)).toBe("ACTIVE");
    await test.send("POST", `/v1/agents/${id}/archive`);
  });

  it("A-ASTATE-07: is IDLE once the turn has finished or was canceled", async () => {
    const { id } = await finished();
    expect(await statusOf(id)).toBe("IDLE");
    const canceled = await startEndlessRun();
    await test.send("POST", `/v1/agents/${canceled.id}/runs/${canceled.runId}/cancel`);
    expect(await statusOf(canceled.id)).toBe("IDLE");
  });

  it("A-ASTATE-09: is IDLE after a failed run, and accepts the next prompt", async () => {
    const { agent, run } = await test.call(createAgent, {
      body: { prompt: { text: "hello" }, model: { id: "broken" } },
    });
    await test.stream(agent.id, run.id);
    const { id } = agent;
    expect((await test.call(getRun, { params: { id, runId: run.id } })).status).toBe("ERROR");
    expect(await statusOf(id)).toBe("IDLE");
    const next = await test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: "again" } } });
    expect(next.status).toBe(201);
  });

  it("A-ASTATE-10, A-LIST-20: changes from ACTIVE to ARCHIVED, ending the run", { tags: ["long"] }, async () => {
    const { id, runId } = await startEndlessRun();
    expect(await test.send("POST", `/v1/agents/${id}/archive`)).toMatchObject({ status: 200, body: { id } });
    expect(await statusOf(id)).toBe("ARCHIVED");
    expect((await test.call(getRun, { params: { id, runId } })).status).toBe("CANCELLED");
    expect(await statusOf(id)).toBe("ARCHIVED");
  });

  it("A-ASTATE-11, A-ASTATE-12, A-ASTATE-13: changes from IDLE to ARCHIVED once, and the agent stays readable", {
    tags: ["long"],
  }, async () => {
    const { id, runId } = await finished();
    await test.send("POST", `/v1/agents/${id}/archive`);
    const archived = await test.call(getAgent, { params: { id } });
    expect(archived.status).toBe("ARCHIVED");
    expect(await test.send("POST", `/v1/agents/${id}/archive`)).toMatchObject({ status: 200, body: { id } });
    expect(await test.call(getAgent, { params: { id } })).toEqual(archived);
    expect((await test.call(listRuns, { params: { id } })).items.map((run) => run.id)).toEqual([runId]);
    expect((await test.call(getRun, { params: { id, runId } })).status).toBe("FINISHED");
    expect((await test.stream(id, runId)).at(-1)?.event).toBe("done");
  });

  it("A-ASTATE-15, A-LIST-21: is IDLE after unarchive, which is idempotent", { tags: ["long"] }, async () => {
    const { id } = await finished();
    await test.send("POST", `/v1/agents/${id}/archive`);
    for (let round = 0; round < 2; round += 1) {
      expect(await test.send("POST", `/v1/agents/${id}/unarchive`)).toMatchObject({ status: 200, body: { id } });
      expect(await statusOf(id)).toBe("IDLE");
    }
  });
});
