import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import type { BodyInputOf } from "@/lib/contract/operation";
import { isInstalled } from "@/runner/programs/install-program";
import { presets } from "@/runner/programs/presets";
import { agentProgram } from "@/runner/testing/agent-program";
import { writeInstalled } from "@/runner/testing/installed-preset";
import { startTestService, type TestService } from "../testing/test-service";

const source = agentProgram(`say("Done."); send({ id, result: { stopReason: "end_turn" } });`);
const prompt = { text: "hello" };

let test: TestService;
beforeAll(async () => {
  test = await startTestService({ ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());

const admin = () => ({ key: test.keys.admin });
const list = async () => (await test.call(listAgentPrograms, admin())).items;
const remove = (name: string) => test.send("DELETE", `/admin/v1/agent-programs/${name}`, admin());

/** Adds a program and waits for its test. Returns its status. */
async function add(body: BodyInputOf<typeof addAgentProgram>) {
  const { name } = await test.call(addAgentProgram, { ...admin(), body });
  const status = async () => (await list()).find((each) => each.name === name)?.status;
  await expect.poll(status, { timeout: 30_000 }).not.toMatch(/ing$/);
  return status();
}

describe("removing an agent program", () => {
  it("returns 404 for an unknown program, and one that is already removed", async () => {
    const missing = { status: 404, body: { error: { code: "agent_program_not_found" } } };
    expect(await remove("unknown")).toMatchObject(missing);
    for (const name of ["kept", "removed"]) await add({ name, command: ["/nonexistent/agent"] });
    expect(await remove("removed")).toMatchObject({ status: 200, body: { name: "removed" } });
    expect((await list()).map(({ name }) => name)).toEqual(["kept"]);
    expect(await remove("removed")).toMatchObject(missing);
  });

  it("rejects new agents with it, and fails follow-ups to existing ones", { tags: ["long"] }, async () => {
    const file = join(test.dataDir, "used.mjs");
    await writeFile(file, source);
    expect(await add({ name: "used", command: [process.execPath, file] })).toBe("ready");
    const body = { prompt, model: { id: "used" } };
    const { agent, run } = await test.call(createAgent, { body });
    await test.stream(agent.id, run.id);
    const resultOf = (runId: string) => test.call(getRun, { params: { id: agent.id, runId } });
    expect(await resultOf(run.id)).toMatchObject({ status: "FINISHED", result: "Done." });
    expect((await remove("used")).status).toBe(200);
    expect(await test.send("POST", "/v1/agents", { body })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_model" } },
    });
    const next = await test.call(createRun, { params: { id: agent.id }, body: { prompt } });
    await test.stream(agent.id, next.run.id);
    expect(await resultOf(next.run.id)).toMatchObject({
      status: "ERROR",
      error: { code: "invalid_model", message: "Model used is no longer configured" },
    });
    expect(await resultOf(run.id)).toMatchObject({ status: "FINISHED", result: "Done." });
  });

  it("keeps the files of its preset while another program uses them", { tags: ["long"] }, async () => {
    const { gemini } = presets;
    await writeInstalled(test.dataDir, "gemini", gemini.version, source);
    for (const name of ["gemini", "second"]) await add({ preset: "gemini", name });
    expect((await remove("gemini")).status).toBe(200);
    expect(isInstalled(test.dataDir, "gemini", gemini)).toBe(true);
    expect((await remove("second")).status).toBe(200);
    expect(isInstalled(test.dataDir, "gemini", gemini)).toBe(false);
  });
});
