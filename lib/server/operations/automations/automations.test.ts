import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import {
  type Automation,
  AutomationBody,
  type AutomationFiring,
} from "@/lib/contract/dashboard/automations/automation";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { User } from "@/lib/server/auth/session-reader";
import { dashboardTriggerReceiver } from "@/lib/server/automations/dashboard-automations";
import { launchFiring } from "@/lib/server/automations/launch-firing";
import { lostAfterMs, runDue } from "@/lib/server/automations/run-due";
import { seedUsage } from "@/lib/server/budgets/testing/seed-usage";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { automationFirings, automations } from "@/lib/server/db/automation-schema";
import { replaceAutomation, setSealedSecret } from "@/lib/server/db/automations";
import { budgets } from "@/lib/server/db/budget-schema";
import { findLaunch } from "@/lib/server/db/launches";
import { audit, users } from "@/lib/server/db/schema";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { startVariableFixture, type VariableFixture } from "@/lib/server/variables/testing/variable-fixture";
import { runs } from "@/service/core/store/tables/agents";

let own: VariableFixture;
let ada: User;
let eve: User;
let root: User;
const clock = new FakeClock({ running: true });

beforeAll(async () => {
  own = await startVariableFixture();
  ada = await own.someone("Ada", "operator");
  eve = await own.someone("Eve", "viewer");
  root = await own.someone("Root", "admin");
});
afterAll(() => own.stop());
beforeEach(async () => {
  await own.store.database.delete(automations);
  await own.store.database.delete(budgets);
  await own.store.database.update(users).set({ disabledAt: null });
});

const schedule = { kind: "schedule", cron: "0 9 * * *", timeZone: "Europe/Berlin", missed: "skip" };
const webhook = { kind: "webhook", authentication: "token" };
const body = (more: object = {}) => ({
  name: "Nightly",
  prompt: "Where is the discount computed?",
  trigger: schedule,
  launch: {},
  concurrency: { limit: 2, overflow: "queue" },
  ...more,
});
const call = (user: User | undefined, method: string, path: string, content?: unknown) =>
  own.call(user, method, `/automations${path}`, content);
const problem = async (response: Response) => [response.status, (await response.json()).error] as const;

async function add(more: object = {}, user = ada): Promise<{ id: string; secret: string }> {
  const response = await call(user, "POST", "", body(more));
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json();
}
const get = async (id: string, user = ada): Promise<Automation> => (await call(user, "GET", `/${id}`)).json();
const history = async (id: string): Promise<AutomationFiring[]> =>
  (await (await call(ada, "GET", `/${id}/firings`)).json()).items;

/** Launches what is due. `kill` ends the process after the service has launched the agent. */
async function tick({ kill = false } = {}): Promise<void> {
  const parts = { ...(await variableParts()), source: indexSource(dashboardSettings()) };
  const { store, log, source } = parts;
  const running = new Set<Promise<void>>();
  const launch = async (claimed: Parameters<typeof launchFiring>[1]) => {
    const outcome = await launchFiring(parts, claimed);
    return kill ? undefined : outcome;
  };
  await runDue({ store, source, clock, log, launch }, running);
  await Promise.all(running);
}

function post(id: string, options: { body?: string; headers?: Record<string, string>; query?: string } = {}) {
  const { body: content = "{}", headers = {}, query = "" } = options;
  const url = `http://127.0.0.1:3000/api/webhooks/automations/${id}${query}`;
  return dashboardTriggerReceiver()(new Request(url, { method: "POST", headers, body: content }), id);
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const agentsNamed = async (name: string) =>
  (await own.service.call(listAgents, { query: { limit: "100" }, key: own.service.keys.serviceAccount })).items.filter(
    (agent) => agent.name === name,
  );

describe("an automation", () => {
  it("is created, changed, paused, resumed and deleted by its owner, as the audit log shows", async () => {
    const { id } = await add();
    expect(await get(id)).toMatchObject({ name: "Nightly", owner: { name: "Ada" }, canEdit: true, canRun: true });
    expect((await get(id)).nextAt).toMatch(/T0[78]:00:00\.000Z$/);
    expect((await call(ada, "PUT", `/${id}`, body({ name: "Daily" }))).status).toBe(200);
    expect((await call(ada, "PUT", `/${id}/paused`, { paused: true })).status).toBe(200);
    expect(await get(id)).toMatchObject({ name: "Daily", paused: { reason: "user" } });
    expect((await call(ada, "PUT", `/${id}`, body())).status).toBe(200);
    expect(await get(id)).toMatchObject({ paused: { reason: "user" } });
    expect((await call(ada, "PUT", `/${id}/paused`, { paused: false })).status).toBe(200);
    expect(await get(id)).not.toHaveProperty("paused");
    expect((await call(ada, "DELETE", `/${id}`)).status).toBe(200);
    expect(await problem(await call(ada, "GET", `/${id}`))).toMatchObject([404, { code: "automation_not_found" }]);
    const operations = (await own.store.database.select().from(audit)).map(({ operationId }) => operationId);
    expect(operations).toEqual(
      expect.arrayContaining(["addAutomation", "updateAutomation", "pauseAutomation", "deleteAutomation"]),
    );
  });

  it.each([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(81) }, "name"],
    [{ prompt: "Fix {{event.pull.title}}" }, "prompt"],
    [{ trigger: { ...schedule, cron: "* * * * * *" } }, "trigger.cron"],
    [{ trigger: { ...schedule, cron: "0 0 30 2 *" } }, "trigger.cron"],
    [{ trigger: { ...schedule, timeZone: "Mars/Olympus" } }, "trigger.timeZone"],
    [{ trigger: { kind: "event", event: "label.added", repository: "orders" } }, "trigger.repository"],
    [{ trigger: { kind: "event", event: "label.added", repository: "demo/missing" } }, "trigger.repository"],
    [{ launch: { repos: [{ url: "ftp://x.example/a" }] } }, "launch.repos.0.url"],
    [{ launch: { onEventPull: true } }, "launch.onEventPull"],
    [{ launch: { savedVariables: [crypto.randomUUID()] } }, "launch.savedVariables"],
    [{ launch: { mcpServers: [] } }, "launch.mcpServers"],
    [{ concurrency: { limit: 0, overflow: "queue" } }, "concurrency.limit"],
  ])("with %j is rejected and nothing is stored", async (more, field) => {
    const [status, error] = await problem(await call(ada, "POST", "", body(more)));
    expect([status, error.field], JSON.stringify(error)).toEqual([400, field]);
    expect(await own.store.database.select().from(automations)).toEqual([]);
  });

  it("needs a unique name", async () => {
    await add();
    expect(await problem(await call(root, "POST", "", body()))).toMatchObject([400, { field: "name" }]);
  });

  it("is read by all users, and changed or run only by its owner and admins", async () => {
    const { id } = await add();
    const lin = await own.someone(`Lin${crypto.randomUUID().slice(0, 4)}`, "operator");
    for (const user of [eve, lin]) {
      expect((await get(id, user)).canEdit).toBe(false);
      expect((await call(user, "PUT", `/${id}`, body())).status).toBe(403);
      expect((await call(user, "PUT", `/${id}/paused`, { paused: true })).status).toBe(403);
      expect((await call(user, "POST", `/${id}/run`)).status).toBe(403);
      expect((await call(user, "DELETE", `/${id}`)).status).toBe(403);
    }
    expect((await call(eve, "POST", "", body({ name: "Other" }))).status).toBe(403);
    expect((await call(undefined, "GET", "")).status).toBe(401);
    expect((await call(root, "PUT", `/${id}/paused`, { paused: true })).status).toBe(200);
  });

  it("of a webhook can be added with an API token, which doesn't get its secret", async () => {
    const script = { ...ada, token: { id: crypto.randomUUID(), name: "script" } };
    const { id, secret } = await add({ trigger: webhook }, script);
    expect([secret, (await call(script, "POST", `/${id}/secret`)).status]).toEqual([undefined, 403]);
    expect(await (await call(ada, "POST", `/${id}/secret`)).json()).toMatchObject({ secret: expect.any(String) });
  });

  it("shows secrets in its prompt only to users who can edit it", async () => {
    const prompt = `Use ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const { id } = await add({ prompt });
    expect([(await get(id)).prompt, (await get(id, root)).prompt]).toEqual([prompt, prompt]);
    expect((await get(id, eve)).prompt).toBe("Use ghp_[masked]");
    const { items } = await (await call(eve, "GET", "")).json();
    expect(items).toMatchObject([{ prompt: "Use ghp_[masked]" }]);
  });

  it("of a disabled owner doesn't run until an admin takes it over", async () => {
    const { id } = await add();
    await own.store.database.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ada.id));
    expect(await get(id, root)).toMatchObject({ paused: { reason: "owner_disabled" } });
    expect(await problem(await call(root, "POST", `/${id}/run`))).toMatchObject([409, { code: "owner_unavailable" }]);
    expect((await call(root, "PUT", `/${id}/paused`, { paused: false })).status).toBe(409);
    expect((await call(root, "PUT", `/${id}`, body())).status).toBe(200);
    expect(await get(id, root)).toMatchObject({ owner: { name: "Root" } });
    expect(await get(id, root)).not.toHaveProperty("paused");
  });
});

describe("a run", () => {
  it("launches an agent of the owner, once, even if the process ends before it stores that", async () => {
    const { id } = await add({ name: "Kill" });
    expect((await call(ada, "POST", `/${id}/run`)).status).toBe(202);
    await tick({ kill: true });
    expect(await history(id)).toMatchObject([{ state: "launching", startedBy: "Ada" }]);
    clock.advance(lostAfterMs + 1_000);
    await tick();
    const [firing] = await history(id);
    expect(firing).toMatchObject({ number: 1, kind: "manual", state: "launched" });
    expect(await agentsNamed("Kill #1")).toHaveLength(1);
    const agentId = firing?.agent?.id ?? "";
    expect((await own.service.call(getAgent, { params: { id: agentId } })).name).toBe("Kill #1");
    expect(await findLaunch(own.store, agentId)).toMatchObject({ launchedBy: ada.id });
    const entries = await own.store.database.select().from(audit).where(eq(audit.operationId, "createAgent"));
    expect(entries.at(-1)).toMatchObject({ userEmail: ada.email, phase: "outcome", status: 201 });
  });

  it("with saved variables is found by its name, because the service doesn't accept an id for it", async () => {
    const saved = {
      scope: "user",
      kind: "variable",
      name: "REGION",
      value: "eu",
      apply: "automatic",
      models: [],
      pools: [],
    };
    const added = await own.call(ada, "POST", "/variables", saved);
    expect(added.status, await added.clone().text()).toBe(201);
    const { id } = await add({ name: "Variables" });
    await call(ada, "POST", `/${id}/run`);
    await tick({ kill: true });
    clock.advance(lostAfterMs + 1_000);
    await tick();
    const [firing] = await history(id);
    const [agent, ...more] = await agentsNamed("Variables #1");
    expect(more).toEqual([]);
    expect(firing).toMatchObject({ state: "launched", agent: { id: agent?.id } });
    expect((await own.call(ada, "DELETE", `/variables/${(await added.json()).id}`)).status).toBe(200);
  });

  it("is skipped with the reason when its budget is used up", async () => {
    const { id } = await add({ name: "Budgeted" });
    await call(ada, "POST", `/${id}/run`);
    await tick();
    const [first] = await history(id);
    const limit = { scope: { kind: "automation", automationId: id }, unit: "tokens", limit: "100", period: "month" };
    expect((await own.call(root, "POST", "/budgets", { ...limit, warnAt: 80, action: "stop" })).status).toBe(201);
    await seedUsage(own.store, { source: "embedded", at: new Date(), id: first?.agent?.id ?? "", tokens: 150 });
    await call(ada, "POST", `/${id}/run`);
    await tick();
    const [second] = await history(id);
    expect(second).toMatchObject({ state: "skipped" });
    expect(second?.problem).toContain("The monthly budget for Budgeted is used up: 150 of 100 tokens.");
  });

  it("fails with what the service rejects", async () => {
    const { id } = await add({ name: "Broken", launch: { model: { id: "missing-model" } } });
    await call(ada, "POST", `/${id}/run`);
    await tick();
    expect(await history(id)).toMatchObject([{ state: "failed", problem: expect.stringContaining("missing-model") }]);
  });
});

describe("a webhook", () => {
  const issue = JSON.stringify({ action: "opened", issue: { title: "Refunds ```sh\nrm -rf /\n```", body: null } });

  it("launches with its payload as data, once per delivery", async () => {
    const trigger = { ...webhook, filter: { path: "action", equals: "opened" } };
    const { id, secret } = await add({ name: "Issues", prompt: "Triage {{event.issue.title}}", trigger });
    const headers = { ...bearer(secret), "x-github-delivery": "d-1" };
    expect(await problem(await call(ada, "POST", `/${id}/run`))).toMatchObject([409, { code: "no_event" }]);
    expect(await (await post(id, { headers, body: issue })).json()).toEqual({ status: "accepted", number: 1 });
    expect((await post(id, { headers, body: issue })).status).toBe(200);
    expect((await post(id, { headers: bearer(secret), body: '{"action":"closed"}' })).status).toBe(200);
    await tick();
    expect(await history(id)).toMatchObject([{ kind: "webhook", state: "launched", agent: { name: "Issues #1" } }]);
    const [agent] = await agentsNamed("Issues #1");
    const prompts = await own.service.service.db
      .select({ text: runs.promptText })
      .from(runs)
      .where(eq(runs.agentId, agent?.id ?? ""));
    const title = '<event-data name="event.issue.title">\n> Refunds ```sh\n> rm -rf /\n> ```\n</event-data>';
    expect(prompts).toEqual([{ text: expect.stringContaining(`Triage ${title}`) }]);
    expect((await call(ada, "POST", `/${id}/run`)).status).toBe(202);
    await call(ada, "PUT", `/${id}`, body({ name: "Renamed", trigger }));
    expect(await get(id)).toMatchObject({ canRun: true });
    // Its last event may not fit another trigger.
    await call(ada, "PUT", `/${id}`, body({ name: "Renamed", trigger: webhook }));
    expect(await get(id)).toMatchObject({ canRun: false });
  });

  it("fails visibly if the payload lacks a variable", async () => {
    const { id, secret } = await add({ name: "Lacking", prompt: "{{event.body.a.b}}", trigger: webhook });
    await post(id, { headers: bearer(secret) });
    await tick();
    expect(await history(id)).toMatchObject([
      { state: "failed", problem: "The event has no value for {{event.body.a.b}}." },
    ]);
  });

  it("accepts the secret in a header or the URL, or a signature, and nothing else", async () => {
    const token = await add({ name: "Token", trigger: webhook });
    const signed = await add({ name: "Signed", trigger: { ...webhook, authentication: "signature" } });
    const sign = (text: string, key: string) => `sha256=${createHmac("sha256", key).update(text).digest("hex")}`;
    const statuses = [
      await post(token.id, { query: `?token=${token.secret}` }),
      await post(token.id, { headers: { "x-gitlab-token": token.secret } }),
      await post(signed.id, { headers: { "x-hub-signature-256": sign("{}", signed.secret) } }),
      await post(token.id),
      await post(token.id, { headers: bearer(`${token.secret}x`) }),
      await post(token.id, { headers: { "x-hub-signature-256": sign("{}", token.secret) } }),
      await post(signed.id, { headers: bearer(signed.secret) }),
      await post(signed.id, { headers: { "x-hub-signature-256": sign("{ }", signed.secret) } }),
      await post(crypto.randomUUID(), { headers: bearer(token.secret) }),
      await post("x' or 1=1", { headers: bearer(token.secret) }),
      await post(token.id, { headers: bearer(token.secret), body: "{" }),
      await post(token.id, { headers: bearer(token.secret), body: "[".repeat(100) + "]".repeat(100) }),
      await post(token.id, { headers: bearer(token.secret), body: `"${"x".repeat(300_000)}"` }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([202, 202, 202, 401, 401, 401, 401, 401, 401, 401, 400, 400, 413]);
    const rotated = await (await call(ada, "POST", `/${token.id}/secret`)).json();
    expect((await post(token.id, { headers: bearer(token.secret) })).status).toBe(401);
    expect((await post(token.id, { headers: bearer(rotated.secret) })).status).toBe(202);
    await call(ada, "PUT", `/${token.id}/paused`, { paused: true });
    expect((await post(token.id, { headers: bearer(rotated.secret) })).status).toBe(409);
    expect(await own.store.database.select().from(automationFirings)).toHaveLength(4);
  });
});

describe("an edited webhook", () => {
  const stored = async (id: string) =>
    (await own.store.database.select().from(automations).where(eq(automations.id, id)))[0]?.sealedSecret;
  const replace = (id: string, trigger: object, newSecret: string) => {
    const content = AutomationBody.parse(body({ trigger }));
    return replaceAutomation(own.store, { id, ownerId: ada.id, body: content, newSecret, now: new Date(clock.now()) });
  };

  it("keeps the secret that was created while it was being edited, and gets one only if it has none", async () => {
    const { id } = await add({ trigger: webhook });
    await setSealedSecret(own.store, id, "rotated");
    expect(await replace(id, webhook, "new")).toEqual({ sealedSecret: "rotated" });
    expect(await replace(id, schedule, "new")).toEqual({ sealedSecret: null });
    expect(await replace(id, webhook, "new")).toEqual({ sealedSecret: "new" });
    expect(await stored(id)).toBe("new");
  });

  it("shows its secret only when it becomes a webhook", async () => {
    const { id } = await add();
    const put = async (trigger: object) => (await call(ada, "PUT", `/${id}`, body({ trigger }))).json();
    expect(await put(webhook)).toEqual({ id, secret: expect.any(String) });
    expect(await put(webhook)).toEqual({ id });
  });

  it("isn't found if it was deleted meanwhile", async () => {
    expect(await replace(crypto.randomUUID(), webhook, "new")).toBe("unknown");
  });
});
