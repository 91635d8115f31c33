import { asc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { AutomationBody, type AutomationInput } from "@/lib/contract/dashboard/automations/automation";
import { addPullRequestLabels } from "@/lib/contract/hosting/labels/add-pull-request-labels";
import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import { removePullRequestLabel } from "@/lib/contract/hosting/labels/remove-pull-request-label";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { launchFiring } from "@/lib/server/automations/launch-firing";
import { runDue } from "@/lib/server/automations/run-due";
import { automationFirings } from "@/lib/server/db/automation-schema";
import { insertAutomation } from "@/lib/server/db/automations";
import type { Store } from "@/lib/server/db/store";
import { startTestStore } from "@/lib/server/db/testing/test-store";
import { addUser } from "@/lib/server/db/users";
import { storeDelivery } from "@/lib/server/db/webhooks";
import { agents, runs } from "@/service/core/store/tables/agents";
import { type Checks, startChecks } from "@/service/hosting/checks/testing/check-fixture";
import { addListener, type Receiver, startReceiver } from "@/service/hosting/webhooks/testing/webhook-fixture";
import { processDeliveries } from "./process-deliveries";

const log = createLog({ program: "test", level: "silent" });
const clock = new FakeClock({ running: true });
const source = "test";
const owner = crypto.randomUUID();
let close: () => Promise<void>;
let store: Store;
let checks: Checks;
let receiver: Receiver;

beforeAll(async () => {
  checks = await startChecks(clock, { WEBHOOK_LOCAL_RECEIVERS: "1" });
  ({ store, close } = await startTestStore());
  receiver = await startReceiver();
  await addListener(checks.test, receiver);
  await addUser(store, {
    id: owner,
    email: "admin@localhost",
    displayName: "Ada",
    role: "operator",
    createdAt: new Date(),
  });
});
afterAll(async () => {
  await receiver.close();
  await checks.close();
  await close();
});

const service = () => ({
  address: { base: checks.test.url, repohostPrefix: "/v1/repohost" },
  credentials: { authorization: async () => `Bearer ${checks.test.keys.user}` },
  clock,
  ids: systemIds,
});

async function add(more: Partial<AutomationInput>): Promise<string> {
  const id = crypto.randomUUID();
  const body = AutomationBody.parse({
    name: id,
    prompt: "Look at it",
    launch: {},
    concurrency: { limit: 5, overflow: "queue" },
    ...more,
  });
  const now = new Date(clock.now());
  await insertAutomation(store, { id, source, ownerId: owner, body, sealedSecret: null, now });
  return id;
}

/** Receives the next event of a type, repeated by the service and processed by two processes at once. */
async function receive(type: string): Promise<void> {
  const { raw, deliveryId } = await receiver.take(type);
  const process = () => processDeliveries({ store, service: service(), source, log });
  for (let time = 0; time < 2; time += 1) {
    await storeDelivery(store, { id: deliveryId, type, body: raw, receivedAt: new Date(clock.now()) });
    await Promise.all([process(), process()]);
  }
}

const history = (id: string) =>
  store.database
    .select()
    .from(automationFirings)
    .where(eq(automationFirings.automationId, id))
    .orderBy(asc(automationFirings.number));

/** Launches what is due, in two processes at once. */
async function tick(): Promise<void> {
  const parts = { store, service: service(), source, log, reservedPrefix: "SVC_", secret: async () => "secret" };
  const running = new Set<Promise<void>>();
  const run = () => runDue({ store, source, clock, log, launch: (claimed) => launchFiring(parts, claimed) }, running);
  for (;;) {
    const started = await Promise.all([run(), run()]);
    await Promise.all(running);
    if (started.every((count) => count === 0)) return;
  }
}

/** The names and prompts of an automation's agents. */
async function launched(name: string) {
  const { items } = await checks.test.call(listAgents, { query: { limit: "100" } });
  const ids = items.filter((agent) => agent.name.startsWith(`${name} #`)).map(({ id }) => id);
  return checks.test.service.db
    .select({ name: agents.name, prompt: runs.promptText })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .where(inArray(runs.agentId, ids))
    .orderBy(asc(agents.name));
}

const data = (name: string, value: string) => `<event-data name="${name}">${value}</event-data>`;

it("launches on an opened pull request, with its facts in the prompt", async () => {
  const trigger = { kind: "event", event: "pull_request.opened", repository: "acme/widgets" } as const;
  const prompt = "Review #{{event.pull.number}}: {{event.pull.title}} ({{event.pull.head}})";
  const id = await add({ name: "Review", trigger, prompt, launch: { onEventPull: true } });
  await checks.branch("second", { "b.txt": "one\n" });
  const pull = await checks.open("second");
  await receive("pull_request.created");
  await tick();
  const [firing, ...more] = await history(id);
  expect(more).toEqual([]);
  expect(firing, firing?.problem ?? "").toMatchObject({ state: "launched", pull: `acme/widgets/${pull.number}` });
  const agent = await checks.test.call(getAgent, { params: { id: firing?.agentId ?? "" } });
  expect(agent).toMatchObject({ name: "Review #1", repos: [{ prUrl: expect.stringMatching(/\/pull\/\d+$/) }] });
  const facts = `#${pull.number}: ${data("event.pull.title", "Change second")} (${data("event.pull.head", "second")})`;
  expect(await launched("Review")).toEqual([{ name: "Review #1", prompt: expect.stringContaining(`Review ${facts}`) }]);
});

it("launches for the first failed check of a commit, or for one check, with its facts in the prompt", {
  tags: ["long"],
}, async () => {
  const trigger = { kind: "event", event: "check.failed", repository: "acme/widgets" } as const;
  const prompt = "Fix {{event.check.name}} of {{event.check.sha}}: {{event.check.summary}}";
  const any = await add({ name: "Any", trigger, prompt });
  const build = await add({ name: "Build", trigger: { ...trigger, check: "build" }, prompt });
  const post = async (name: string, conclusion: string) => {
    const output = { title: `${name} ended`, summary: "2 of 9 failed" };
    await checks.app.post({ run: { key: name, externalId: name, name, conclusion, output } });
    await receive("repository.check_run.completed");
  };
  await post("lint", "success");
  await post("test", "failure");
  await post("build", "failure");
  await tick();
  expect((await history(any)).map(({ state }) => state)).toEqual(["launched"]);
  expect((await history(build)).map(({ state }) => state)).toEqual(["launched"]);
  const filled = (name: string) =>
    `Fix ${data("event.check.name", name)} of ${checks.sha}: ${data("event.check.summary", `\n> ${name} ended\n> 2 of 9 failed\n`)}`;
  expect(await launched("Any")).toEqual([{ name: "Any #1", prompt: expect.stringContaining(filled("test")) }]);
  expect(await launched("Build")).toEqual([{ name: "Build #1", prompt: expect.stringContaining(filled("build")) }]);
});

it("launches when a label is added, or only for one label, with its name in the prompt", {
  tags: ["long"],
}, async () => {
  const trigger = { kind: "event", event: "label.added", repository: "acme/widgets" } as const;
  const prompt = "#{{event.pull.number}} has {{event.label}}";
  const any = await add({ name: "Labels", trigger, prompt });
  const one = await add({ name: "Bugs", trigger: { ...trigger, label: "BUG" }, prompt });
  const other = await add({ name: "Others", trigger: { ...trigger, repository: "acme/other" }, prompt });
  const params = { ...checks.params, pullNumber: checks.pull.number };
  for (const name of ["bug", "help wanted"]) {
    await checks.test.call(createLabel, { params: checks.params, body: { name, color: "aabbcc" } });
    await checks.test.call(addPullRequestLabels, { params, body: { labels: [name] } });
    await receive("pull_request.label.added");
  }
  // A label that the pull request already has isn't added.
  await checks.test.call(addPullRequestLabels, { params, body: { labels: ["bug"] } });
  await checks.test.call(removePullRequestLabel, { params: { ...params, labelName: "bug" } });
  await receive("pull_request.label.removed");
  await tick();
  const agent = (name: string, label: string) => ({
    name,
    prompt: expect.stringContaining(`#${checks.pull.number} has ${data("event.label", label)}`),
  });
  expect(await launched("Labels")).toEqual([agent("Labels #1", "bug"), agent("Labels #2", "help wanted")]);
  expect(await launched("Bugs")).toEqual([agent("Bugs #1", "bug")]);
  expect((await history(any)).map(({ state }) => state)).toEqual(["launched", "launched"]);
  expect((await history(one)).map(({ state }) => state)).toEqual(["launched"]);
  expect(await history(other)).toEqual([]);
  expect(receiver.received.filter(({ type }) => type === "pull_request.label.added")).toHaveLength(2);
});
