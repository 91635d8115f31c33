import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import { installAgentUpdate } from "@/lib/contract/admin/agent-programs/install-agent-update";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { testAgentProgram } from "@/lib/contract/admin/agent-programs/test-agent-program";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { presets } from "@/runner/programs/presets";
import { agentProgram } from "@/runner/testing/agent-program";
import { writeInstalled } from "@/runner/testing/installed-preset";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { startTestService, type TestService } from "../testing/test-service";

const current = presets.claude.version;
const old = "0.0.2";
const unused = "0.0.1";
const params = { name: "claude" };
const admin = () => ({ key: test.keys.admin });

let test: TestService;
beforeAll(async () => {
  test = await startTestService({ ALLOW_UNISOLATED: "1" });
  for (const version of [unused, old, current]) await install(version);
  const env = { ANTHROPIC_AUTH_TOKEN: "token-0123456789" };
  await test.call(addAgentProgram, { ...admin(), body: { preset: "claude", env } });
  await settled();
  await test.service.db.update(agentPrograms).set({ version: old }).where(eq(agentPrograms.name, "claude"));
  await test.call(testAgentProgram, { ...admin(), params });
  expect(await settled()).toMatchObject({ status: "ready", version: old, availableVersion: current, update: null });
});
afterAll(() => test.close());

/** A program that loads a part of itself, which reports its version, when a prompt's gate opens. */
async function install(version: string): Promise<void> {
  const models = `models: { currentModelId: "m", availableModels: [{ modelId: "m", name: "Model of ${version}" }] }`;
  const modes = `modes: { currentModeId: "bypassPermissions", availableModes: [{ id: "bypassPermissions", name: "All" }] }`;
  const onPrompt = `
    say("Waiting. ");
    const { existsSync } = await import("node:fs");
    while (params.prompt[0].text.includes("gate") && !existsSync(process.env.HOME + "/gate")) await new Promise((resolve) => setTimeout(resolve, 20));
    say((await import("./version.js")).default);
    send({ id, result: { stopReason: "end_turn" } });`;
  const source = agentProgram(onPrompt, { state: `{ ${models}, ${modes} }` });
  const file = await writeInstalled(test.dataDir, "claude", version, source);
  await writeFile(join(dirname(file), "version.js"), `export default "${version}";`);
  await writeFile(join(dirname(file), "package.json"), `{ "type": "module" }`);
}

const find = async () => (await test.call(listAgentPrograms, admin())).items[0];
async function settled() {
  await vi.waitFor(
    async () => {
      const { status, update } = (await find()) ?? {};
      expect([status, update?.status].join()).not.toMatch(/ing/);
    },
    { timeout: 60_000, interval: 50 },
  );
  return find();
}

async function launch(text: string) {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text }, model: { id: "claude" } } });
  const home = join(test.dataDir, "workspaces", agent.id, "home");
  await test.stream(agent.id, run.id, { until: ({ data }) => JSON.stringify(data).includes("Waiting") });
  return {
    open: () => writeFile(join(home, "gate"), ""),
    async result() {
      await test.stream(agent.id, run.id);
      return (await test.call(getRun, { params: { id: agent.id, runId: run.id } })).result;
    },
  };
}

describe("the update of an agent program", () => {
  it("keeps the version in use when the new one can't start, and says why", async () => {
    const broken = `console.error("out of luck"); process.exit(3);`;
    await writeInstalled(test.dataDir, "claude", current, broken);
    const started = await test.call(installAgentUpdate, { ...admin(), params });
    expect(started).toMatchObject({ status: "ready", version: old, update: { version: current } });
    expect(await settled()).toMatchObject({
      status: "ready",
      version: old,
      availableVersion: current,
      offer: { models: [{ name: `Model of ${old}` }] },
      update: { version: current, status: "failed", detail: "The agent exited with code 3:\nout of luck" },
    });
    expect(await (await launch("hello")).result()).toBe(`Waiting. ${old}`);
  });

  it("switches to the new version when it is ready, and leaves active runs theirs", async () => {
    await install(current);
    const active = await launch("wait for the gate");
    await test.call(installAgentUpdate, { ...admin(), params });
    expect(await settled()).toMatchObject({
      status: "ready",
      version: current,
      availableVersion: null,
      update: null,
      offer: { models: [{ name: `Model of ${current}` }] },
    });
    expect(await (await launch("hello")).result()).toBe(`Waiting. ${current}`);
    await active.open();
    expect(await active.result()).toBe(`Waiting. ${old}`);
    const versions = [unused, old, current].map((each) => join(test.dataDir, "agents", "claude", each));
    expect(versions.map((folder) => existsSync(folder))).toEqual([false, true, true]);
  });

  it("is rejected without another version, and during a test", async () => {
    const update = () => test.send("POST", "/admin/v1/agent-programs/claude/update", admin());
    expect(await update()).toMatchObject({ status: 409, body: { error: { code: "agent_update_unavailable" } } });
    await test.service.db.update(agentPrograms).set({ version: old, status: "testing", updatedAt: Date.now() });
    expect(await update()).toMatchObject({ status: 409, body: { error: { code: "agent_program_busy" } } });
  });

  it("is canceled by a test", async () => {
    await rm(join(test.dataDir, "agents", "claude", current), { recursive: true });
    await writeInstalled(test.dataDir, "claude", current, "setInterval(() => {}, 1e6);");
    await test.service.db.update(agentPrograms).set({ version: old, status: "ready" });
    await test.call(installAgentUpdate, { ...admin(), params });
    await test.call(testAgentProgram, { ...admin(), params });
    expect(await settled()).toMatchObject({ status: "ready", version: old, update: null });
  });
});
