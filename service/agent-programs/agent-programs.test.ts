import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { removeAgentProgram } from "@/lib/contract/admin/agent-programs/remove-agent-program";
import { testAgentProgram } from "@/lib/contract/admin/agent-programs/test-agent-program";
import { updateAgentProgram } from "@/lib/contract/admin/agent-programs/update-agent-program";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listModels } from "@/lib/contract/agents/list-models";
import type { BodyInputOf } from "@/lib/contract/operation";
import { isInstalled, presetCommand } from "@/runner/programs/install-program";
import { presets } from "@/runner/programs/presets";
import { agentProgram } from "@/runner/testing/agent-program";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

const apiError = (status: number, code: string) => ({ status, body: { error: { code } } });
const secret = "model-key-0123456789";
const state = `{ configOptions: [{ id: "effort", name: "Effort", type: "select", currentValue: "medium", options: [{ value: "low", name: "Low" }, { value: "medium", name: "Medium" }, { value: "high", name: "High" }] }], models: { currentModelId: "small", availableModels: [{ modelId: "small", name: "Small" }, { modelId: "large", name: "Large" }] } }`;
const capabilities = "{ promptCapabilities: { image: true } }";

/** Reports its key and the model it was switched to. */
const source = agentProgram(
  `say((process.env.MODEL_KEY ?? "no key") + " " + settings.join()); send({ id, result: { stopReason: "end_turn" } });`,
  { state, capabilities },
).replace(
  `if (method === "session/set_mode")`,
  `if (method === "session/set_model") { settings.push(params.modelId); send({ id, result: {} }); }
  if (method === "session/set_mode")`,
);

/** Requires authentication. */
const locked = source.replace(
  /if \(method === "session\/new"\).*/,
  `if (method === "session/new") send({ id, error: { code: -32000, message: "Authentication required" } });`,
);
const browser = `{ id: "browser", name: "Browser" }`;

let test: TestService;
let command: string[];
beforeAll(async () => {
  test = await startTestService({ AGENTS: '{"fixed":["/bin/false"]}', ALLOW_UNISOLATED: "1" });
  command = await program("agent", source);
});
afterAll(() => test.close());

async function program(name: string, text: string): Promise<string[]> {
  const file = join(test.dataDir, `${name}.mjs`);
  await writeFile(file, text);
  return [process.execPath, file];
}

const admin = () => ({ key: test.keys.admin });
const list = () => test.call(listAgentPrograms, admin());
const models = async (key = test.keys.user) =>
  (await test.call(listModels, { key })).items.map(({ id }) => id).filter((id) => !["script", "fixed"].includes(id));

/** Waits for the test of a program. */
async function settled(name: string): Promise<AgentProgram | undefined> {
  const find = async () => (await list()).items.find((each) => each.name === name);
  await vi.waitFor(async () => expect((await find())?.status).not.toMatch(/ing$/), { timeout: 60_000, interval: 50 });
  return find();
}

async function add(body: BodyInputOf<typeof addAgentProgram>) {
  const added = await test.call(addAgentProgram, { ...admin(), body });
  return settled(added.name);
}

async function reply(model: string, params: { id: string; value: string }[] = []) {
  const body = { prompt: { text: "hello" }, model: { id: model, params } };
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  const { status, result } = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
  return { status, result };
}

describe("an agent program", () => {
  it("is tested when it is added, offers its models immediately, and runs them with its key", async () => {
    const added = await add({ name: "mine", command, env: { MODEL_KEY: secret } });
    expect(added).toMatchObject({
      status: "ready",
      detail: "",
      variables: ["MODEL_KEY"],
      offer: { models: [{ id: "small" }, { id: "large" }], planMode: false, images: true },
    });
    expect(await models()).toEqual(["mine", "mine/small", "mine/large"]);
    expect(await reply("mine/large")).toEqual({ status: "FINISHED", result: "[masked] large" });
    expect(await reply("mine")).toEqual({ status: "FINISHED", result: "[masked] " });
    await test.call(updateAgentProgram, { ...admin(), params: { name: "mine" }, body: { defaultModel: "large" } });
    expect(await reply("mine")).toEqual({ status: "FINISHED", result: "[masked] large" });
  });

  it("stores its variables encrypted and never returns them", async () => {
    expect(JSON.stringify(await list())).not.toContain(secret);
    const [row] = await test.service.db.select().from(agentPrograms);
    expect(row?.secrets.toString("latin1")).not.toContain(secret);
  });

  it("replaces and removes single variables, and tests them", async () => {
    const params = { name: "mine" };
    const changed = await test.call(updateAgentProgram, {
      ...admin(),
      params,
      body: { env: { OTHER: "x", MODEL_KEY: null } },
    });
    expect(changed).toMatchObject({ variables: ["OTHER"], status: "testing" });
    expect(await settled("mine")).toMatchObject({ status: "ready" });
    expect(await reply("mine")).toEqual({ status: "FINISHED", result: "no key large" });
  });

  it("isn't listed or launched while it is disabled", async () => {
    await test.call(updateAgentProgram, { ...admin(), params: { name: "mine" }, body: { enabled: false } });
    expect(await models()).toEqual([]);
    const body = { prompt: { text: "x" }, model: { id: "mine/large" } };
    const rejected = await test.send("POST", "/v1/agents", { body });
    expect(rejected).toMatchObject(apiError(400, "invalid_model"));
    expect(JSON.stringify(rejected.body)).toContain("disabled");
    await test.call(updateAgentProgram, { ...admin(), params: { name: "mine" }, body: { enabled: true } });
  });

  it("can be limited to users, for launches and follow-ups", async () => {
    const ada = await addUser(test.service, { email: "ada@example.test" });
    const bob = await addUser(test.service, { email: "bob@example.test" });
    const params = { name: "mine" };
    const limit = (users: string[] | null) => test.call(updateAgentProgram, { ...admin(), params, body: { users } });
    const all = ["mine", "mine/small", "mine/large"];
    const body = { prompt: { text: "x" }, model: { id: "mine/large" } };
    const launch = (key: string, actingFor?: string) =>
      test.send("POST", "/v1/agents", { key, body, headers: actingFor ? { "x-acting-user": actingFor } : {} });
    const { agent, run } = await test.call(createAgent, { key: bob.key, body });
    const state = () => test.call(getRun, { key: bob.key, params: { id: agent.id, runId: run.id } });
    await vi.waitFor(async () => expect((await state()).status).toBe("FINISHED"), { timeout: 30_000, interval: 50 });

    await limit(["Ada@example.test"]);
    expect(await models(bob.key)).toEqual([]);
    expect(await models(test.keys.serviceAccount)).toEqual([]);
    expect(await models(ada.key)).toEqual(all);
    // Team admins can launch everything, except for the user they act for.
    expect(await models()).toEqual(all);
    expect((await launch(test.keys.user, "ada@example.test")).status).toBe(201);
    for (const denied of [
      await launch(bob.key),
      await launch(bob.key, "ada@example.test"),
      await launch(test.keys.user, "bob@example.test"),
      await test.send("POST", `/v1/agents/${agent.id}/runs`, { key: bob.key, body: { prompt: { text: "again" } } }),
    ]) {
      expect(denied).toMatchObject(apiError(403, "agent_program_forbidden"));
      expect(JSON.stringify(denied.body)).toContain("You don't have access to agent 'mine'");
    }
    await limit(null);
    expect(await models(bob.key)).toEqual(all);
  });

  it("has default values of its options, for runs that don't set them", async () => {
    const params = { name: "mine" };
    const change = (defaultOptions: Record<string, string>) =>
      test.send("PATCH", "/admin/v1/agent-programs/mine", { ...admin(), body: { defaultOptions } });
    expect(await change({ speed: "fast" })).toMatchObject({
      status: 400,
      body: { error: { field: "defaultOptions.speed" } },
    });
    expect(await change({ effort: "none" })).toMatchObject({
      status: 400,
      body: { error: { field: "defaultOptions.effort" } },
    });
    expect(await change({ effort: "high" })).toMatchObject({
      status: 200,
      body: { defaultOptions: { effort: "high" } },
    });
    expect(await reply("mine/large")).toEqual({ status: "FINISHED", result: "no key large,effort=high" });
    expect(await reply("mine/large", [{ id: "effort", value: "low" }])).toMatchObject({
      result: "no key large,effort=low",
    });
    await test.call(updateAgentProgram, { ...admin(), params, body: { defaultOptions: {} } });
  });

  it("survives a restart and can be removed", async () => {
    await test.restart();
    expect(await models()).toEqual(["mine", "mine/small", "mine/large"]);
    expect(await test.call(removeAgentProgram, { ...admin(), params: { name: "mine" } })).toEqual({ name: "mine" });
    expect(await models()).toEqual([]);
  });
});

describe("a program that can't be used", () => {
  it.each([
    ["missing", () => Promise.resolve(["/nonexistent/agent"]), "failed", "/nonexistent/agent not found. Install it"],
    ["unknown", () => Promise.resolve(["unknown-agent"]), "failed", "unknown-agent not found in "],
    [
      "crashing",
      () => program("crash", "console.error('out of luck: ' + process.env.MODEL_KEY); process.exit(3)"),
      "failed",
      "The agent exited with code 3:\nout of luck: [masked]",
    ],
    ["locked", () => program("locked", locked), "needs_key", "Agent locked needs a key"],
    [
      "login",
      () => program("login", locked.replace("protocolVersion: 1,", `protocolVersion: 1, authMethods: [${browser}],`)),
      "needs_login",
      "Agent login needs a login (Browser) or a key. Log in, or set a variable with a key or token.",
    ],
  ] as const)("%s: is reported with the next step, and not listed", async (name, make, status, detail) => {
    const added = await add({ name, command: [...(await make())], env: { MODEL_KEY: secret } });
    expect(added).toMatchObject({ status, detail: expect.stringContaining(detail) });
    expect(JSON.stringify(added)).not.toContain(secret);
    expect(await models()).toEqual([]);
    await test.call(removeAgentProgram, { ...admin(), params: { name } });
  });

  it("is ready after a test that passes", async () => {
    const broken = await program("broken", "process.exit(1)");
    expect(await add({ name: "broken", command: broken })).toMatchObject({ status: "failed" });
    await program("broken", source);
    expect(await test.call(testAgentProgram, { ...admin(), params: { name: "broken" } })).toMatchObject({
      status: "testing",
    });
    expect(await settled("broken")).toMatchObject({ status: "ready" });
    await test.call(removeAgentProgram, { ...admin(), params: { name: "broken" } });
  });
});

describe("a preset", () => {
  it("needs a key that its endpoint accepts, before it is listed", { tags: ["long"] }, async () => {
    const { gemini } = presets;
    const [, file = ""] = presetCommand(test.dataDir, "gemini", gemini);
    await mkdir(dirname(file), { recursive: true });
    // As the program of the package, it is not installed again.
    await writeFile(file, source);
    const endpoint = createServer((asked, response) => {
      response.statusCode = asked.headers["x-goog-api-key"] === secret ? 200 : 403;
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(endpoint, "listening");
    const port = z.looseObject({ port: z.number() }).parse(endpoint.address()).port;
    const params = { name: "gemini" };
    const change = async (env: Record<string, string>) => {
      await test.call(updateAgentProgram, { ...admin(), params, body: { env } });
      return settled("gemini");
    };
    try {
      const url = `http://127.0.0.1:${port}`;
      const added = await add({ preset: "gemini", env: { GOOGLE_GEMINI_BASE_URL: url } });
      expect(added).toMatchObject({ status: "needs_key", detail: "It needs a key: set GEMINI_API_KEY." });
      expect(await models()).toEqual([]);
      const rejected = await change({ GEMINI_API_KEY: "wrong-key-0123" });
      expect(rejected).toMatchObject({
        status: "needs_key",
        detail: `127.0.0.1:${port} rejected GEMINI_API_KEY (HTTP 403). Replace the key.`,
      });
      expect(await change({ GEMINI_API_KEY: secret })).toMatchObject({ status: "ready", version: gemini.version });
      expect(await models()).toContain("gemini/large");
    } finally {
      endpoint.close();
      await test.call(removeAgentProgram, { ...admin(), params });
    }
    expect(isInstalled(test.dataDir, "gemini", gemini)).toBe(false);
  });
});

describe("adding a program", () => {
  it.each([
    [{}, "preset"],
    [{ preset: "claude", command: ["x"] }, "command"],
    [{ preset: "unknown" }, "preset"],
    [{ command: ["x"] }, "name"],
    [{ name: "script", command: ["x"] }, "name"],
    [{ name: "fixed", command: ["x"] }, "name"],
    [{ name: "no/slash", command: ["x"] }, "name"],
    [{ name: "x", command: [] }, "command"],
    [{ name: "x", command: ["x"], env: { "NO-DASH": "x" } }, "env.NO-DASH"],
  ])("rejects %j and names the field", async (body, field) => {
    const response = await test.send("POST", "/admin/v1/agent-programs", { ...admin(), body });
    expect(response).toMatchObject({ status: 400, body: { error: { field } } });
  });

  it("returns 409 for a name that exists, and lists programs in the order they were added", async () => {
    const names = ["second-name", "first-name"];
    for (const name of names) await add({ name, command: ["/nonexistent/agent"] });
    const body = { name: "first-name", command: ["/nonexistent/other"] };
    expect(await test.send("POST", "/admin/v1/agent-programs", { ...admin(), body })).toMatchObject({
      status: 409,
      body: { error: { code: "agent_program_exists", field: "name" } },
    });
    const { items } = await list();
    expect(items.map(({ name }) => name)).toEqual(names);
    expect(items.at(-1)).toMatchObject({ command: ["/nonexistent/agent"], enabled: true, users: null, preset: null });
    const change = { ...admin(), body: { defaultModel: "unknown" } };
    expect(await test.send("PATCH", "/admin/v1/agent-programs/first-name", change)).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: "defaultModel" } },
    });
    for (const name of names) await test.call(removeAgentProgram, { ...admin(), params: { name } });
  });

  it("requires the admin key", async () => {
    const response = await test.send("POST", "/admin/v1/agent-programs", { body: { preset: "claude" } });
    expect(response).toMatchObject(apiError(403, "role_forbidden"));
  });
});
