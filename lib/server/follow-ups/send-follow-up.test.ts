import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { createLog } from "@/lib/core/log";
import { claimFollowUp } from "@/lib/server/db/claim-follow-up";
import { followUps } from "@/lib/server/db/follow-up-schema";
import { insertFollowUp, moveFollowUp, resumeQueue } from "@/lib/server/db/follow-ups";
import { maxNoticeIds } from "@/lib/server/db/index-notices";
import { addPerson } from "@/lib/server/db/people";
import { audit, people } from "@/lib/server/db/schema";
import { IndexBench } from "@/lib/server/index/testing/index-bench";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { reconcileFollowUps } from "./reconcile-follow-up";
import { sealAttachments } from "./seal";
import { sendDueFollowUps } from "./send-due-follow-ups";
import { type FollowUpParts, readAgentState, sendNextFollowUp } from "./send-follow-up";

let test: TestService;
let bench: IndexBench;
let parts: FollowUpParts;
const personId = crypto.randomUUID();

beforeAll(async () => {
  test = await startTestService();
  bench = await IndexBench.start(test.url, test.keys.user);
  const log = createLog({ program: "test", level: "silent" });
  parts = { store: bench.store, service: bench.service, source: "test", log, secret: async () => "secret" };
  const createdAt = new Date();
  await addPerson(bench.store, {
    id: personId,
    email: "ada@x.example",
    displayName: "Ada",
    role: "operator",
    createdAt,
  });
});
afterAll(async () => {
  await bench.close();
  await test.close();
});
beforeEach(async () => {
  await bench.store.database.update(people).set({ disabledAt: null, role: "operator" });
});

async function launch(text: string) {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
  return { agentId: agent.id, runId: run.id };
}

async function finished(): Promise<string> {
  const { agentId, runId } = await launch("first");
  await test.stream(agentId, runId);
  return agentId;
}

async function queue(agentId: string, text: string, sealed: string | null = null): Promise<string> {
  const id = crypto.randomUUID();
  const rest = { images: 0, mcpServers: 0, sealed, createdAt: new Date() };
  await insertFollowUp(bench.store, { id, source: "test", agentId, personId, text, ...rest });
  return id;
}

async function messages(agentId: string) {
  const rows = await bench.store.database.select().from(followUps).where(eq(followUps.agentId, agentId));
  return rows.sort((a, b) => a.position - b.position);
}

const states = async (agentId: string) => (await messages(agentId)).map(({ state }) => state);
const runsOf = async (id: string) => (await test.call(listRuns, { params: { id }, query: {} })).items;
const sendRepeatedly = (agentId: string) => Promise.all([1, 2, 3, 4, 5].map(() => sendNextFollowUp(parts, agentId)));

/** Ends the run a message started. */
async function settle(agentId: string): Promise<void> {
  const [run] = await runsOf(agentId);
  await test.stream(agentId, run?.id ?? "");
}

it("sends messages in order, each once, even if several processes try", { tags: ["long"] }, async () => {
  const agentId = await finished();
  await queue(agentId, "second");
  const third = await queue(agentId, "third");
  const [second] = await messages(agentId);
  const [, last] = await messages(agentId);
  if (!last || !second) throw new Error("nothing is queued");
  await moveFollowUp(bench.store, last, second.id);
  await sendRepeatedly(agentId);
  expect(await states(agentId)).toEqual(["sent", "waiting"]);
  await settle(agentId);
  await sendRepeatedly(agentId);
  await settle(agentId);
  await sendRepeatedly(agentId);
  const runs = await runsOf(agentId);
  expect(runs).toHaveLength(3);
  const sent = (await messages(agentId)).find(({ id }) => id === third);
  expect(sent).toMatchObject({ state: "sent", runId: runs[1]?.id, sealed: null });
});

it("doesn't claim a message by an agent's state from before the previous one was sent", {
  tags: ["long"],
}, async () => {
  const agentId = await finished();
  await queue(agentId, "second");
  await queue(agentId, "third");
  const agent = await readAgentState(bench.service, agentId);
  await sendNextFollowUp(parts, agentId);
  expect(await claimFollowUp(bench.store, { source: "test", agentId }, { agent, now: new Date() })).toBeUndefined();
  await settle(agentId);
  await sendNextFollowUp(parts, agentId);
  expect(await states(agentId)).toEqual(["sent", "sent"]);
});

it("sends a message when the index sees the run end, and records it in the author's name", {
  tags: ["long"],
}, async () => {
  const { agentId, runId } = await launch("```sh\nsleep 1\n```");
  await queue(agentId, "afterwards");
  bench.run().receive({ list: true, viewing: true, wanted: [agentId] });
  await bench.until(() => undefined);
  await sendDueFollowUps(parts);
  expect(await states(agentId)).toEqual(["waiting"]);
  await test.stream(agentId, runId);
  await expect
    .poll(
      async () => {
        bench.clock.advance(500);
        await sendDueFollowUps(parts);
        return states(agentId);
      },
      { timeout: 40_000 },
    )
    .toEqual(["sent"]);
  await bench.stop();
  const entries = await bench.store.database
    .select()
    .from(audit)
    .where(eq(audit.path, `/v1/agents/${agentId}/runs`));
  expect(entries.map(({ personEmail, phase, status }) => [personEmail, phase, status])).toEqual([
    ["ada@x.example", "intent", null],
    ["ada@x.example", "outcome", 201],
  ]);
});

it("stops after a canceled run until the queue is resumed", async () => {
  const { agentId, runId } = await launch("```sh\nsleep 60\n```");
  await queue(agentId, "afterwards");
  await sendNextFollowUp(parts, agentId);
  await test.call(cancelRun, { params: { id: agentId, runId } });
  await sendNextFollowUp(parts, agentId);
  expect(await states(agentId)).toEqual(["waiting"]);
  await resumeQueue(bench.store, { source: "test", agentId }, runId);
  await sendNextFollowUp(parts, agentId);
  expect(await states(agentId)).toEqual(["sent"]);
});

it("checks the author's permissions when it sends", async () => {
  const agentId = await finished();
  await queue(agentId, "second");
  for (const change of [{ disabledAt: new Date() }, { role: "viewer" as const, disabledAt: null }]) {
    await bench.store.database.update(people).set(change);
    await sendNextFollowUp(parts, agentId);
    expect(await states(agentId)).toEqual(["waiting"]);
  }
  await bench.store.database.update(people).set({ role: "operator" });
  await sendNextFollowUp(parts, agentId);
  expect(await states(agentId)).toEqual(["sent"]);
});

it("decrypts attachments with the secret they were sealed with, and stops at others", { tags: ["long"] }, async () => {
  const agentId = await finished();
  const images = [{ data: "YWJj", mimeType: "image/png" as const }];
  await queue(agentId, "look", await sealAttachments({ images, mcpServers: undefined }, "secret"));
  await sendNextFollowUp(parts, agentId);
  expect(await states(agentId)).toEqual(["sent"]);
  await settle(agentId);
  await queue(agentId, "look", await sealAttachments({ images, mcpServers: undefined }, "other"));
  await queue(agentId, "next");
  await sendRepeatedly(agentId);
  expect(await states(agentId)).toEqual(["sent", "refused", "waiting"]);
});

it("sends a message even if many other queues wait for a user", async () => {
  const agentId = await finished();
  bench.run();
  await bench.until((rows) => expect(rows.find(({ id }) => id === agentId)?.run?.status).toBe("FINISHED"));
  await bench.stop();
  await queue(agentId, "due");
  const waiting = Array.from({ length: 2 * maxNoticeIds }, (_, index) => ({
    ...{ id: crypto.randomUUID(), source: "test", agentId: `a-${index}`, personId, position: 1, text: "rejected" },
    ...{ state: "refused" as const, images: 0, mcpServers: 0, createdAt: new Date() },
  }));
  await bench.store.database.insert(followUps).values(waiting);
  await sendDueFollowUps(parts);
  expect(await states(agentId)).toEqual(["sent"]);
  await bench.store.database.delete(followUps).where(like(followUps.agentId, "a-%"));
});

it("deletes the queue of an agent that was deleted", async () => {
  const agentId = await finished();
  bench.run();
  await bench.until((rows) => expect(rows.find(({ id }) => id === agentId)?.run?.status).toBe("FINISHED"));
  await bench.stop();
  await queue(agentId, "too late");
  await test.call(deleteAgent, { params: { id: agentId } });
  await sendDueFollowUps(parts);
  expect(await states(agentId)).toEqual(["waiting"]);
  bench.run().receive({ agents: [agentId] });
  await bench.until((rows) => expect(rows.some(({ id }) => id === agentId)).toBe(false));
  await bench.stop();
  expect(await states(agentId)).toEqual([]);
});

describe("after a lost response", () => {
  async function claimed(text: string): Promise<string> {
    const agentId = await finished();
    await queue(agentId, text);
    const agent = await readAgentState(bench.service, agentId);
    const now = new Date(bench.clock.now());
    expect(await claimFollowUp(bench.store, { source: "test", agentId }, { agent, now })).toBeDefined();
    return agentId;
  }

  async function reconcileLater(agentId: string): Promise<void> {
    await reconcileFollowUps(parts);
    expect(await states(agentId)).toEqual(["sending"]);
    bench.clock.advance(60_000);
    await reconcileFollowUps(parts);
  }

  it("finds the run the message started", async () => {
    const agentId = await claimed("lost");
    const { run } = await test.call(createRun, { params: { id: agentId }, body: { prompt: { text: "lost" } } });
    await test.stream(agentId, run.id);
    await reconcileLater(agentId);
    expect(await messages(agentId)).toMatchObject([{ state: "sent", runId: run.id }]);
  });

  it("compares a run later if the service stops while its stream is read", async () => {
    const agentId = await claimed("lost");
    const { run } = await test.call(createRun, { params: { id: agentId }, body: { prompt: { text: "lost" } } });
    await test.stream(agentId, run.id);
    const { fetch } = globalThis;
    const cutStream = async (...args: Parameters<typeof fetch>) => {
      const response = await fetch(...args);
      if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
      await response.body?.cancel();
      return new Response("event: status\ndata: {}\n\n", { headers: response.headers });
    };
    vi.stubGlobal("fetch", cutStream);
    await reconcileLater(agentId);
    vi.unstubAllGlobals();
    expect(await states(agentId)).toEqual(["sending"]);
    await reconcileFollowUps(parts);
    expect(await messages(agentId)).toMatchObject([{ state: "sent", runId: run.id }]);
  });

  it("sends the message again if it started no run", async () => {
    const agentId = await claimed("lost");
    await reconcileLater(agentId);
    await sendRepeatedly(agentId);
    expect(await states(agentId)).toEqual(["sent"]);
    expect(await runsOf(agentId)).toHaveLength(2);
  });

  it("leaves the decision to a user if there is another new run", { tags: ["long"] }, async () => {
    const agentId = await claimed("lost");
    const { run } = await test.call(createRun, { params: { id: agentId }, body: { prompt: { text: "other" } } });
    await test.stream(agentId, run.id);
    await reconcileLater(agentId);
    await sendRepeatedly(agentId);
    expect(await states(agentId)).toEqual(["uncertain"]);
  });
});
