import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { claimFollowUp } from "@/lib/server/db/claim-follow-up";
import { followUps } from "@/lib/server/db/follow-up-schema";
import { moveFollowUp, resumeQueue } from "@/lib/server/db/follow-ups";
import { maxNoticeIds } from "@/lib/server/db/index-notices";
import { audit, users } from "@/lib/server/db/schema";
import { sealAttachments } from "./seal";
import { sendDueFollowUps } from "./send-due-follow-ups";
import { type FollowUpParts, readAgentState, sendNextFollowUp } from "./send-follow-up";
import { FollowUpBench } from "./testing/follow-up-bench";

let own: FollowUpBench;
let parts: FollowUpParts;

beforeAll(async () => {
  own = await FollowUpBench.start();
  parts = own.parts;
});
afterAll(() => own.close());
beforeEach(async () => {
  await own.index.store.database.update(users).set({ disabledAt: null, role: "operator" });
});

/** Ends the run a message started. */
async function settle(agentId: string): Promise<void> {
  const [run] = await own.runsOf(agentId);
  await own.service.stream(agentId, run?.id ?? "");
}

it("sends messages in order, each once, even if several processes try", { tags: ["long"] }, async () => {
  const agentId = await own.finished();
  await own.queue(agentId, "second");
  const third = await own.queue(agentId, "third");
  const [second] = await own.messages(agentId);
  const [, last] = await own.messages(agentId);
  if (!last || !second) throw new Error("nothing is queued");
  await moveFollowUp(own.index.store, last, second.id);
  await own.sendRepeatedly(agentId);
  expect(await own.states(agentId)).toEqual(["sent", "waiting"]);
  await settle(agentId);
  await own.sendRepeatedly(agentId);
  await settle(agentId);
  await own.sendRepeatedly(agentId);
  const runs = await own.runsOf(agentId);
  expect(runs).toHaveLength(3);
  const sent = (await own.messages(agentId)).find(({ id }) => id === third);
  expect(sent).toMatchObject({ state: "sent", runId: runs[1]?.id, sealed: null });
});

it("doesn't claim a message by an agent's state from before the previous one was sent", {
  tags: ["long"],
}, async () => {
  const agentId = await own.finished();
  await own.queue(agentId, "second");
  await own.queue(agentId, "third");
  const agent = await readAgentState(own.index.service, agentId);
  await sendNextFollowUp(parts, agentId);
  expect(await claimFollowUp(own.index.store, { source: "test", agentId }, { agent, now: new Date() })).toBeUndefined();
  await settle(agentId);
  await sendNextFollowUp(parts, agentId);
  expect(await own.states(agentId)).toEqual(["sent", "sent"]);
});

it("sends a message when the index sees the run end, and records it in the author's name", {
  tags: ["long"],
}, async () => {
  const { agentId, runId } = await own.launch("```sh\nsleep 1\n```");
  await own.queue(agentId, "afterwards");
  own.index.run().receive({ list: true, viewing: true, wanted: [agentId] });
  await own.index.until(() => undefined);
  await sendDueFollowUps(parts);
  expect(await own.states(agentId)).toEqual(["waiting"]);
  await own.service.stream(agentId, runId);
  await expect
    .poll(
      async () => {
        own.index.clock.advance(500);
        await sendDueFollowUps(parts);
        return own.states(agentId);
      },
      { timeout: 40_000 },
    )
    .toEqual(["sent"]);
  await own.index.stop();
  const entries = await own.index.store.database
    .select()
    .from(audit)
    .where(eq(audit.path, `/v1/agents/${agentId}/runs`));
  expect(entries.map(({ userEmail, phase, status }) => [userEmail, phase, status])).toEqual([
    ["ada@x.example", "intent", null],
    ["ada@x.example", "outcome", 201],
  ]);
});

it("stops after a canceled run until the queue is resumed", async () => {
  const { agentId, runId } = await own.launch("```sh\nsleep 60\n```");
  await own.queue(agentId, "afterwards");
  await sendNextFollowUp(parts, agentId);
  await own.service.call(cancelRun, { params: { id: agentId, runId } });
  await sendNextFollowUp(parts, agentId);
  expect(await own.states(agentId)).toEqual(["waiting"]);
  await resumeQueue(own.index.store, { source: "test", agentId }, runId);
  await sendNextFollowUp(parts, agentId);
  expect(await own.states(agentId)).toEqual(["sent"]);
});

it("checks the author's permissions when it sends", async () => {
  const agentId = await own.finished();
  await own.queue(agentId, "second");
  for (const change of [{ disabledAt: new Date() }, { role: "viewer" as const, disabledAt: null }]) {
    await own.index.store.database.update(users).set(change);
    await sendNextFollowUp(parts, agentId);
    expect(await own.states(agentId)).toEqual(["waiting"]);
  }
  await own.index.store.database.update(users).set({ role: "operator" });
  await sendNextFollowUp(parts, agentId);
  expect(await own.states(agentId)).toEqual(["sent"]);
});

it("decrypts attachments with the secret they were sealed with, and stops at others", { tags: ["long"] }, async () => {
  const agentId = await own.finished();
  const images = [{ data: "YWJj", mimeType: "image/png" as const }];
  await own.queue(agentId, "look", await sealAttachments({ images, mcpServers: undefined }, "secret"));
  await sendNextFollowUp(parts, agentId);
  expect(await own.states(agentId)).toEqual(["sent"]);
  await settle(agentId);
  await own.queue(agentId, "look", await sealAttachments({ images, mcpServers: undefined }, "other"));
  await own.queue(agentId, "next");
  await own.sendRepeatedly(agentId);
  expect(await own.states(agentId)).toEqual(["sent", "refused", "waiting"]);
});

it("sends a message even if many other queues wait for a user", async () => {
  const { userId } = own;
  const agentId = await own.finished();
  await own.untilIndexed(agentId);
  await own.queue(agentId, "due");
  const waiting = Array.from({ length: 2 * maxNoticeIds }, (_, index) => ({
    id: crypto.randomUUID(),
    source: "test",
    agentId: `a-${index}`,
    userId,
    position: 1,
    text: "rejected",
    state: "refused" as const,
    images: 0,
    mcpServers: 0,
    createdAt: new Date(),
  }));
  await own.index.store.database.insert(followUps).values(waiting);
  await sendDueFollowUps(parts);
  expect(await own.states(agentId)).toEqual(["sent"]);
  await own.index.store.database.delete(followUps).where(like(followUps.agentId, "a-%"));
});

it("deletes the queue of an agent that was deleted", async () => {
  const agentId = await own.finished();
  await own.untilIndexed(agentId);
  await own.queue(agentId, "too late");
  await own.service.call(deleteAgent, { params: { id: agentId } });
  await sendDueFollowUps(parts);
  expect(await own.states(agentId)).toEqual(["waiting"]);
  own.index.run().receive({ agents: [agentId] });
  await own.index.until((rows) => expect(rows.some(({ id }) => id === agentId)).toBe(false));
  await own.index.stop();
  expect(await own.states(agentId)).toEqual([]);
});
