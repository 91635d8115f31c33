import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { workspaceDir } from "@/runner/workspace/workspace";
import { agents, runEvents } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";

/** Values are masked in transcripts, so the shell prints them in uppercase. */
const text = '```sh\necho "value=[$(echo "$MY_VARIABLE" | tr a-z A-Z)]"\n```';

let test: TestService;
beforeAll(async () => {
  test = await startTestService({ SANDBOX: "auto" });
});
afterAll(() => test.close());

const account = (body: object) => test.send("PATCH", "/admin/v1/teams/1/account", { key: test.keys.admin, body });

/** Creates an agent and returns the frames with its shell's output. */
async function shellOutput(envVars?: Record<string, string>, prompt = text) {
  const body = { prompt: { text: prompt }, ...(envVars ? { envVars } : {}) };
  const { agent, run } = await test.call(createAgent, { body });
  return { id: agent.id, runId: run.id, frames: JSON.stringify(await test.stream(agent.id, run.id)) };
}

describe("session variables", () => {
  it("A-VARS-10, A-VARS-12: are set in every run of their agent, and in no other agent", async () => {
    const first = await shellOutput({ MY_VARIABLE: "first-7f3a" });
    expect(first.frames).toContain("value=[FIRST-7F3A]");
    const { run } = await test.call(createRun, { params: { id: first.id }, body: { prompt: { text } } });
    expect(JSON.stringify(await test.stream(first.id, run.id))).toContain("value=[FIRST-7F3A]");
    expect((await shellOutput({ OTHER: "x" })).frames).toContain("value=[]");
    expect((await shellOutput()).frames).toContain("value=[]");
  });

  it("A-VARS-11: are masked in everything a run stores and streams", async () => {
    const printed = '```sh\necho "value=[$MY_VARIABLE]"; printf first; sleep 0.2; printf -- "-7f3a"\n```';
    const { id, runId, frames } = await shellOutput({ MY_VARIABLE: "first-7f3a" }, printed);
    expect(frames).toContain("value=[[masked]]");
    expect(frames).not.toContain("first-7f3a");
    const { db } = test.service;
    const stored = [
      await db.select({ data: runEvents.data }).from(runEvents).where(eq(runEvents.runId, runId)),
      await test.call(getRun, { params: { id, runId } }),
    ];
    expect(JSON.stringify(stored)).not.toContain("first-7f3a");
  });

  it("A-VARS-13: are deleted with the agent", { tags: ["long"] }, async () => {
    const { id } = await shellOutput({ MY_VARIABLE: "kept" });
    const rows = () => test.service.db.select({ secrets: agents.secrets }).from(agents).where(eq(agents.id, id));
    expect((await rows())[0]?.secrets).toBeInstanceOf(Buffer);
    expect((await test.send("DELETE", `/v1/agents/${id}`)).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect(existsSync(workspaceDir(test.service, id))).toBe(false);
  });

  it("A-VARS-14, A-VARS-15: are silently ignored if the account doesn't support them", { tags: ["long"] }, async () => {
    await account({ envVarsEnabled: false });
    try {
      const { id, frames } = await shellOutput({ MY_VARIABLE: "ignored-7f3a", SVC_RESERVED: "x" });
      expect(frames).toContain("value=[]");
      await account({ envVarsEnabled: true });
      const { run } = await test.call(createRun, { params: { id }, body: { prompt: { text } } });
      await test.stream(id, run.id);
      expect((await test.call(getRun, { params: { id, runId: run.id } })).result).not.toMatch(/ignored-7f3a/i);
      const [row] = await test.service.db.select().from(agents).where(eq(agents.id, id));
      const stored = JSON.stringify(row?.secrets ? test.service.cipher.open(row.secrets) : {});
      expect(stored).not.toContain("ignored-7f3a");
    } finally {
      await account({ envVarsEnabled: true });
    }
  });
});
