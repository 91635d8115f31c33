import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { answerAgentLogin } from "@/lib/contract/admin/agent-programs/answer-agent-login";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { removeAgentLogin } from "@/lib/contract/admin/agent-programs/remove-agent-login";
import { startAgentLogin } from "@/lib/contract/admin/agent-programs/start-agent-login";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { listModels } from "@/lib/contract/agents/list-models";
import { loginProgram } from "@/runner/testing/login-program";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { startTestService, type TestService } from "../testing/test-service";
import { createProgramLogins } from "./program-logins";

let test: TestService;
let command: string[];
beforeAll(async () => {
  test = await startTestService({ SANDBOX: "auto", ALLOW_UNISOLATED: "1" });
  const file = join(test.dataDir, "login.mjs");
  await writeFile(file, loginProgram);
  command = [process.execPath, file];
});
afterAll(() => test.close());

const admin = () => ({ key: test.keys.admin });
const find = async (name: string) =>
  (await test.call(listAgentPrograms, admin())).items.find((each) => each.name === name);
const start = (name: string, methodId: string) =>
  test.call(startAgentLogin, { ...admin(), params: { name }, body: { methodId } });
const enter = (name: string, text: string) =>
  test.call(answerAgentLogin, { ...admin(), params: { name }, body: { text } });
const remove = (name: string) => test.call(removeAgentLogin, { ...admin(), params: { name } });

/** Waits for a state of the program. */
async function reached(name: string, holds: (program: AgentProgram) => boolean): Promise<AgentProgram> {
  let found: AgentProgram | undefined;
  await vi.waitFor(
    async () => {
      found = await find(name);
      expect(found && holds(found), JSON.stringify(found)).toBe(true);
    },
    { timeout: 60_000, interval: 50 },
  );
  if (!found) throw new Error(`${name} not found`);
  return found;
}
const settled = (name: string) =>
  reached(name, ({ status, loginProgress }) => !/ing$/.test(status) && loginProgress?.status !== "in_progress");

async function add(name: string, env: Record<string, string> = {}): Promise<AgentProgram> {
  await test.call(addAgentProgram, { ...admin(), body: { name, command, env } });
  return settled(name);
}

async function result(id: string, runId: string) {
  await test.stream(id, runId);
  return (await test.call(getRun, { params: { id, runId } })).result;
}

const reversed = (text: string) => [...text].reverse().join("");

describe("the login of an agent program", () => {
  it("is offered when it needs one", async () => {
    expect(await add("page")).toMatchObject({
      status: "needs_key",
      detail: "Agent page needs a key: set AGENT_KEY, or log in",
      loginMethods: [
        { id: "device", name: "Device code", description: "Opens a page" },
        { id: "terminal", name: "Terminal" },
      ],
      loggedInAt: null,
    });
  });

  it("by the protocol shows the page to open, and is stored encrypted for the program's runs", async () => {
    expect(await start("page", "device")).toMatchObject({
      loginProgress: { methodId: "device", status: "in_progress" },
    });
    expect(await settled("page")).toMatchObject({
      status: "ready",
      loginProgress: null,
      loggedInAt: expect.any(String),
    });
    expect((await test.call(listModels)).items.map(({ id }) => id)).toContain("page");
    const token = "token-of-a-user-7654321";
    const [row] = await test.service.db.select().from(agentPrograms);
    expect(row?.login?.toString("latin1")).not.toContain(token);
    expect(JSON.stringify(await find("page"))).not.toContain(token);
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hi" }, model: { id: "page" } } });
    expect(await result(agent.id, run.id)).toBe(`${reversed(token)} [masked]`);
  });

  it("can be replaced in a terminal, which existing agents then use", { tags: ["long"] }, async () => {
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hi" }, model: { id: "page" } } });
    await result(agent.id, run.id);
    await start("page", "terminal");
    const shown = await reached("page", ({ loginProgress }) => loginProgress?.output.includes("Code:") ?? false);
    expect(shown.loginProgress).toMatchObject({ acceptsInput: true, output: expect.stringContaining("test?x=1\n") });
    await enter("page", "1234567");
    expect(await settled("page")).toMatchObject({ status: "ready", loginProgress: null });
    const followUp = await test.call(createRun, { params: { id: agent.id }, body: { prompt: { text: "again" } } });
    expect(await result(agent.id, followUp.run.id)).toBe(`${reversed("token-of-a-user-1234567")} [masked]`);
  });

  it("is in progress until what follows it has started", async () => {
    const { db, programLogins } = test.service;
    const [row] = await db.select().from(agentPrograms).where(eq(agentPrograms.name, "page"));
    if (!row) throw new Error("page not found");
    const shown = await new Promise((resolve) =>
      programLogins.start(row, "device", async () => resolve(programLogins.progress("page"))),
    );
    expect(shown).toMatchObject({ status: "in_progress" });
    await expect.poll(() => programLogins.progress("page")).toBeNull();
  });

  it("shows why it failed", async () => {
    await add("wrong");
    await start("wrong", "terminal");
    await reached("wrong", ({ loginProgress }) => loginProgress?.output.includes("Code:") ?? false);
    await enter("wrong", "nonsense");
    const failed = await settled("wrong");
    expect(failed).toMatchObject({
      status: "needs_key",
      loggedInAt: null,
      loginProgress: { status: "failed", detail: "The login ended with exit code 2", acceptsInput: false },
    });
    expect(failed.loginProgress?.output).toContain("Wrong code");
    const late = await test.send("POST", "/admin/v1/agent-programs/wrong/login/input", {
      ...admin(),
      body: { text: "x" },
    });
    expect(late).toMatchObject({ status: 409, body: { error: { code: "agent_login_inactive" } } });
    expect(await remove("wrong")).toMatchObject({ loginProgress: null });
  });

  it("can be canceled, and deleted", async () => {
    await add("slow", { NEVER: "1" });
    await start("slow", "device");
    const { loginProgress } = await reached("slow", (each) => (each.loginProgress?.links.length ?? 0) > 0);
    expect(loginProgress?.links).toEqual([{ url: "https://login.example.test/device", message: "Enter ABCD" }]);
    expect(await remove("slow")).toMatchObject({ loginProgress: null, loggedInAt: null });
    await remove("page");
    expect(await settled("page")).toMatchObject({ status: "needs_key", loggedInAt: null });
  });

  it("isn't stored if it is canceled after the program has ended", async () => {
    const { service } = test;
    const [row] = await service.db.select().from(agentPrograms).where(eq(agentPrograms.name, "page"));
    if (!row) throw new Error("page not found");
    const canceled: boolean[] = [];
    const seal = (value: unknown) => {
      canceled.push(logins.cancel("page"));
      return service.cipher.seal(value);
    };
    const logins = createProgramLogins({ ...service, cipher: { ...service.cipher, seal } });
    let isStored = false;
    logins.start(row, "device", async () => {
      isStored = true;
    });
    await expect.poll(() => canceled).toEqual([true]);
    await logins.close();
    expect([isStored, (await find("page"))?.loggedInAt]).toEqual([false, null]);
  });

  it("must be one the program offers", async () => {
    const rejected = await test.send("POST", "/admin/v1/agent-programs/page/login", {
      ...admin(),
      body: { methodId: "key" },
    });
    expect(rejected).toMatchObject({ status: 400, body: { error: { field: "methodId" } } });
  });
});
