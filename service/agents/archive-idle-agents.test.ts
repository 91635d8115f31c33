import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { systemClock } from "@/lib/core/clock";
import { runProcesses } from "../testing/run-processes";
import { startTestService, type TestService } from "../testing/test-service";
import { archiveIdleAgents } from "./archive-idle-agents";

let aheadMs = 0;
const clock = { ...systemClock, now: () => Date.now() + aheadMs };
let test: TestService;
beforeAll(async () => {
  test = await startTestService({ AGENT_EXPIRY_SECONDS: "3600" }, clock);
});
afterAll(() => test.close());

const statusOf = async (id: string) => (await test.call(getAgent, { params: { id } })).status;

async function begin(script: string) {
  const text = `\`\`\`sh\n${script}\n\`\`\``;
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
  return { id: agent.id, runId: run.id };
}

describe("an idle agent", () => {
  it("A-ASTATE-17: is archived after the configured idle time, and can be unarchived", { tags: ["long"] }, async () => {
    const { id, runId } = await begin("true");
    await test.stream(id, runId);
    aheadMs += 3_590_000;
    expect(await archiveIdleAgents(test.service)).toBe(0);
    expect(await statusOf(id)).toBe("IDLE");
    aheadMs += 20_000;
    expect(await archiveIdleAgents(test.service)).toBe(1);
    expect(await statusOf(id)).toBe("ARCHIVED");
    await test.send("POST", `/v1/agents/${id}/unarchive`);
    expect(await archiveIdleAgents(test.service)).toBe(0);
    const { run } = await test.call(createRun, { params: { id }, body: { prompt: { text: "hello" } } });
    await test.stream(id, run.id);
  });

  it("gets a new updatedAt when a user archives it", async () => {
    const { id, runId } = await begin("true");
    await test.stream(id, runId);
    const updatedAt = async () => (await test.call(getAgent, { params: { id } })).updatedAt;
    const before = await updatedAt();
    aheadMs += 1_000;
    expect((await test.send("POST", `/v1/agents/${id}/archive`)).status).toBe(200);
    expect(Date.parse(await updatedAt()) - Date.parse(before)).toBeGreaterThanOrEqual(1_000);
  });

  it("is never archived without the setting", async () => {
    const { db, settings } = test.service;
    const service = { db, settings: { ...settings, agentExpirySeconds: 0 }, clock: { ...clock, now: () => 1e14 } };
    expect(await archiveIdleAgents(service)).toBe(0);
  });

  it.runIf(process.platform === "linux")(
    "A-ASTATE-05, A-ASTATE-06: stays ACTIVE, with its processes, while background work continues",
    async () => {
      const { id, runId } = await begin("(sleep 1000; echo late) & echo waiting; wait");
      await test.stream(id, runId, { until: ({ data }) => JSON.stringify(data).includes("waiting\\n") });
      aheadMs += 30 * 86_400_000;
      await archiveIdleAgents(test.service);
      expect(await statusOf(id)).toBe("ACTIVE");
      const processes = await runProcesses(runId);
      expect(processes.length).toBeGreaterThan(1);
      expect(await readdir(join(test.dataDir, "workspaces", id))).toContain("repos");
      for (const pid of processes.slice(-1)) process.kill(pid, "SIGKILL");
      await test.stream(id, runId);
      expect(await statusOf(id)).toBe("IDLE");
    },
  );
});
