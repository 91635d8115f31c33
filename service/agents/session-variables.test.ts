import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { agents } from "../core/store/tables/agents";
import { workspaceDir } from "../runner/workspace";
import { startTestService, type TestService } from "../testing/test-service";

const text = '```sh\necho "value=[$MY_VARIABLE]"\n```';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const account = (body: object) => test.send("PATCH", "/admin/v1/teams/1/account", { key: test.keys.admin, body });

/** Creates an agent and returns the frames with its shell's output. */
async function shellOutput(envVars?: Record<string, string>) {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text }, ...(envVars ? { envVars } : {}) } });
  return { id: agent.id, frames: JSON.stringify(await test.stream(agent.id, run.id)) };
}

describe("session variables", () => {
  it("A-VARS-10, A-VARS-12: are set in every run of their agent, and in no other agent", async () => {
    const first = await shellOutput({ MY_VARIABLE: "first-7f3a" });
    expect(first.frames).toContain("value=[first-7f3a]");
    const { run } = await test.call(createRun, { params: { id: first.id }, body: { prompt: { text } } });
    expect(JSON.stringify(await test.stream(first.id, run.id))).toContain("value=[first-7f3a]");
    expect((await shellOutput({ OTHER: "x" })).frames).toContain("value=[]");
    expect((await shellOutput()).frames).toContain("value=[]");
  });

  it("A-VARS-13: are deleted with the agent", async () => {
    const { id } = await shellOutput({ MY_VARIABLE: "kept" });
    const rows = () => test.service.db.select({ secrets: agents.secrets }).from(agents).where(eq(agents.id, id));
    expect((await rows())[0]?.secrets).toBeInstanceOf(Buffer);
    expect((await test.send("DELETE", `/v1/agents/${id}`)).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect(existsSync(workspaceDir(test.service, id))).toBe(false);
  });

  it("A-VARS-14, A-VARS-15: are silently ignored if the account doesn't support them", async () => {
    await account({ envVarsEnabled: false });
    try {
      const { id, frames } = await shellOutput({ MY_VARIABLE: "ignored-7f3a", SVC_RESERVED: "x" });
      expect(frames).toContain("value=[]");
      await account({ envVarsEnabled: true });
      const { run } = await test.call(createRun, { params: { id }, body: { prompt: { text } } });
      await test.stream(id, run.id);
      expect((await test.call(getRun, { params: { id, runId: run.id } })).result).not.toContain("ignored-7f3a");
      const [row] = await test.service.db.select().from(agents).where(eq(agents.id, id));
      const stored = JSON.stringify(row?.secrets ? test.service.cipher.open(row.secrets) : {});
      expect(stored).not.toContain("ignored-7f3a");
    } finally {
      await account({ envVarsEnabled: true });
    }
  });
});
