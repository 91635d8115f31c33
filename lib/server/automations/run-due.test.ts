import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { maxFailures, maxFiringsPerHour, maxWaiting } from "@/lib/contract/dashboard/automations/automation-values";
import { seedUsage } from "@/lib/server/budgets/testing/seed-usage";
import { readAgentProfile } from "@/lib/server/db/agent-profiles";
import { setPaused } from "@/lib/server/db/automations";
import { agents } from "@/lib/server/db/index-schema";
import { insertChannel } from "@/lib/server/db/notification-channels";
import { notificationEventRows, notificationItems } from "@/lib/server/db/notification-schema";
import { users } from "@/lib/server/db/schema";
import { lostAfterMs } from "./run-due";
import { AutomationBench, daily, source, webhook } from "./testing/automation-bench";

const minuteMs = 60_000;

let bench: AutomationBench;
beforeAll(async () => {
  bench = await AutomationBench.start();
});
afterAll(() => bench.close());
afterEach(() => bench.reset());

describe("a schedule", () => {
  it("launches once at each time, even if several processes check", async () => {
    const id = await bench.add();
    await bench.tick();
    expect(bench.launched).toEqual([]);
    bench.advanceTo("2026-03-02T09:00:00Z");
    await bench.tick();
    await bench.tick();
    bench.advanceTo("2026-03-03T09:00:10Z");
    await bench.tick();
    expect((await bench.history(id)).map(({ dueAt, state }) => [dueAt.toISOString(), state])).toEqual([
      ["2026-03-02T09:00:00.000Z", "launched"],
      ["2026-03-03T09:00:00.000Z", "launched"],
    ]);
    expect(bench.launched).toHaveLength(2);
    const [first] = await bench.history(id);
    const { automation } = await readAgentProfile(bench.store, first?.agentId ?? "");
    expect(automation).toEqual({ id, name: expect.any(String) });
  });

  it("skips missed times, or launches once for all of them", async () => {
    const skipping = await bench.add();
    const once = await bench.add({ trigger: { ...daily, missed: "once" } });
    bench.advanceTo("2026-03-05T12:00:00Z");
    await bench.tick();
    expect(await bench.history(skipping)).toMatchObject([
      { state: "skipped", missed: 4, problem: "4 scheduled times passed while no process was running." },
    ]);
    expect(await bench.history(once)).toMatchObject([
      { state: "launched", missed: 4, dueAt: new Date("2026-03-05T09:00:00Z") },
    ]);
  });

  it("neither repeats times when the clock goes back nor stops when it was ahead", async () => {
    const id = await bench.add();
    bench.advanceTo("2026-03-02T09:00:00Z");
    await bench.tick();
    bench.skewMs = -30 * minuteMs;
    await bench.tick();
    bench.skewMs = 0;
    await bench.tick();
    expect(bench.launched).toHaveLength(1);
    bench.skewMs = 300 * 86_400_000;
    await bench.tick();
    bench.skewMs = 0;
    bench.advanceTo("2026-03-03T08:00:00Z");
    await bench.tick();
    expect((await bench.automation(id))?.nextAt).toEqual(new Date("2026-03-03T09:00:00Z"));
    bench.advanceTo("2026-03-03T09:00:00Z");
    await bench.tick();
    expect((await bench.history(id)).filter(({ state }) => state === "launched")).toHaveLength(2);
  });

  it("isn't due for times during a pause", async () => {
    const id = await bench.add({ trigger: { ...daily, missed: "once" } });
    await setPaused(bench.store, id, true, bench.now());
    bench.advanceTo("2026-03-04T12:00:00Z");
    await bench.tick();
    await setPaused(bench.store, id, false, bench.now());
    await bench.tick();
    expect(await bench.history(id)).toEqual([]);
    expect((await bench.automation(id))?.nextAt).toEqual(new Date("2026-03-05T09:00:00Z"));
  });

  it("that is no longer valid is paused", async () => {
    const id = await bench.add();
    await bench.store.database.execute(
      sql`update automations set trigger = jsonb_set(trigger, '{timeZone}', '"Mars/Olympus"') where id = ${id}`,
    );
    bench.advanceTo("2026-03-02T09:00:00Z");
    await bench.tick();
    expect(await bench.automation(id)).toMatchObject({ pauseReason: "invalid_schedule" });
  });
});

describe("the limit of agents", () => {
  it("skips triggers, or queues them until an agent ends", async () => {
    const skip = await bench.add({ trigger: webhook });
    const queue = await bench.add({ trigger: webhook, concurrency: { limit: 1, overflow: "queue" } });
    for (const id of [skip, queue, skip, queue]) await bench.trigger(id);
    await bench.tick();
    expect(await bench.states(skip)).toEqual(["launched", "skipped"]);
    expect((await bench.history(skip))[1]?.problem).toBe("1 agent of this automation was still running (limit 1).");
    expect(await bench.states(queue)).toEqual(["launched", "waiting"]);
    const agentId = (await bench.history(queue))[0]?.agentId ?? "";
    await seedUsage(bench.store, { source, at: bench.now(), id: agentId, status: "RUNNING" });
    bench.clock.advance(60 * minuteMs);
    await bench.tick();
    expect(await bench.states(queue)).toEqual(["launched", "waiting"]);
    await bench.store.database.update(agents).set({ runStatus: "FINISHED" }).where(eq(agents.id, agentId));
    await bench.tick();
    expect(await bench.states(queue)).toEqual(["launched", "launched"]);
    expect((await bench.history(queue))[0]).toMatchObject({ runStatus: "FINISHED" });
  });
});

describe("a launch", () => {
  it("is taken over once when its process ends, and looked up first", async () => {
    const id = await bench.add({ trigger: webhook });
    bench.outcome = () => undefined;
    await bench.trigger(id);
    await bench.tick();
    bench.clock.advance(lostAfterMs - 1_000);
    await bench.tick();
    expect(bench.launched).toHaveLength(1);
    bench.clock.advance(2_000);
    bench.outcome = ({ firing }) => ({ state: "launched", agentId: firing.agentId ?? "" });
    await bench.tick();
    expect(bench.launched.map(({ uncertain }) => uncertain)).toEqual([false, true]);
    expect(bench.launched[1]?.firing.agentId).toBe(bench.launched[0]?.firing.agentId);
    expect(await bench.states(id)).toEqual(["launched"]);
  });

  it("is tried again later, and pauses the automation after many failures in a row", async () => {
    const id = await bench.add({ trigger: webhook });
    const channelId = crypto.randomUUID();
    await insertChannel(bench.store, {
      id: channelId,
      userId: bench.owner,
      kind: "email",
      target: "Ada",
      addressHash: "ada",
      events: ["automation.paused"],
      scope: "mine",
      queueMinutes: 10,
      createdAt: bench.now(),
    });
    bench.outcome = () => ({
      state: "waiting",
      problem: "Unavailable",
      retryAt: new Date(bench.clock.now() + minuteMs),
    });
    await bench.trigger(id);
    // Many processes, of which one tries it while others have already read that it is due.
    await bench.tick(8);
    await bench.tick(8);
    expect(bench.launched).toHaveLength(1);
    bench.outcome = () => ({ state: "failed", problem: "Model not found" });
    bench.clock.advance(minuteMs);
    await bench.tick();
    for (let index = 1; index < maxFailures; index += 1) {
      await bench.trigger(id);
      await bench.tick();
    }
    expect(await bench.states(id)).toEqual(Array.from({ length: maxFailures }, () => "failed"));
    expect(await bench.automation(id)).toMatchObject({ pauseReason: "failures" });
    const sent = await bench.store.database
      .select({ type: notificationEventRows.type, facts: notificationEventRows.facts })
      .from(notificationItems)
      .innerJoin(notificationEventRows, eq(notificationEventRows.id, notificationItems.eventId))
      .where(eq(notificationItems.channelId, channelId));
    expect(sent).toMatchObject([{ type: "automation.paused", facts: { automation: { id, pauseReason: "failures" } } }]);
  });
});

describe("an owner", () => {
  it.each([
    ["disabled", { disabledAt: new Date() }, "owner_disabled"],
    ["demoted", { role: "viewer" as const }, "owner_role"],
  ])("who is %s pauses the automation", async (_, change, pauseReason) => {
    const id = await bench.add();
    await bench.store.database.update(users).set(change).where(eq(users.id, bench.owner));
    bench.advanceTo("2026-03-02T09:00:00Z");
    await bench.tick();
    expect(await bench.automation(id)).toMatchObject({ pauseReason });
    expect(await bench.history(id)).toMatchObject([{ state: "skipped", problem: expect.stringContaining("paused") }]);
    expect(bench.launched).toEqual([]);
  });

  it("who is deleted pauses the automation, which remains with its history", async () => {
    const id = await bench.add();
    await bench.store.database.delete(users).where(eq(users.id, bench.owner));
    bench.advanceTo("2026-03-02T09:00:00Z");
    await bench.tick();
    expect(await bench.automation(id)).toMatchObject({ pauseReason: "owner_deleted", ownerId: null });
    expect(await bench.states(id)).toEqual(["skipped"]);
  });
});

describe("a burst", () => {
  it("of webhooks is limited per hour, and counts what is dropped", async () => {
    const id = await bench.add({ trigger: webhook, concurrency: { limit: 1, overflow: "queue" } });
    const results: string[] = [];
    for (let index = 0; index < maxFiringsPerHour + 5; index += 1) results.push((await bench.trigger(id)).result);
    expect(results.filter((result) => result === "recorded")).toHaveLength(maxFiringsPerHour);
    expect(results.slice(-5)).toEqual(["limited", "limited", "limited", "limited", "limited"]);
    const rows = await bench.history(id);
    expect(rows.filter(({ state }) => state === "waiting")).toHaveLength(maxWaiting);
    expect(rows.at(-1)).toMatchObject({ state: "skipped", problem: `${maxWaiting} triggers are already waiting.` });
    expect(await bench.automation(id)).toMatchObject({ droppedCount: 5 });
    bench.clock.advance(61 * minuteMs);
    expect((await bench.trigger(id)).result).toBe("recorded");
  });

  it("of the same delivery is one run", async () => {
    const id = await bench.add({ trigger: webhook });
    const results = await Promise.all([1, 2, 3, 4].map(() => bench.trigger(id, { key: "webhook:same" })));
    expect(results.map(({ result }) => result).sort()).toEqual(["duplicate", "duplicate", "duplicate", "recorded"]);
  });
});
