import { asc, eq, lte, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AutomationLaunch } from "@/lib/contract/dashboard/automations/automation";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { lateMs, nextTime } from "@/lib/model/automations/schedule";
import { automationFirings, automations } from "@/lib/server/db/automation-schema";
import type { ClaimedFiring, FiringOutcome } from "@/lib/server/db/claim-firing";
import type { Store } from "@/lib/server/db/store";
import { KilledProcesses } from "@/lib/server/db/testing/killed-processes";
import { SpawnedProcess } from "@/lib/server/db/testing/spawned-process";
import { startTestStore, type TestStore } from "@/lib/server/db/testing/test-store";
import { addUser } from "@/lib/server/db/users";
import { lostAfterMs } from "./run-due";
import { cronOf, expectedTimes, type SimplePattern } from "./testing/expected-times";
import { runAllDue } from "./testing/run-all-due";
import { SimulatedService } from "./testing/simulated-service";

const isLong = process.env.CHAOS === "long";
const seed = Number(process.env.SEED ?? 1);
const size = isLong ? 1_000 : 24;
const days = isLong ? 31 : 2;
/** Processes that are killed between two statements, and real ones that are killed with SIGKILL. */
const processCount = 3;
const spawnedCount = isLong ? 2 : 0;
const dailyPercent = isLong ? 5 : 25;
const killChance = isLong ? 0.05 : 0.2;
const dayMs = 86_400_000;
/** Both daylight saving changes in the month: Europe on 25 October, New York on 1 November. */
const start = Date.parse("2026-10-23T00:00:00Z");
const end = start + days * dayMs;
const log = createLog({ program: "test", level: "silent" });

const random = seededRandom(seed);
const pick = (max: number) => Math.floor(random() * max);
const clock = new FakeClock();
const service = new SimulatedService();
const userId = crypto.randomUUID();
const patterns = new Map<string, SimplePattern>();
let database: TestStore;
let store: Store;
let processes: KilledProcesses<number, ClaimedFiring, FiringOutcome | undefined>;
let outages = 0;

beforeAll(async () => {
  database = await startTestStore();
  store = database.store;
  processes = await KilledProcesses.start({
    url: database.url,
    program: "lib/server/automations/testing/automation-process.ts",
    killable: processCount,
    spawned: spawnedCount,
    random,
    chance: killChance,
    within: 60,
  });
  clock.advance(start - clock.now());
  await addUser(store, {
    id: userId,
    email: "ada@x.example",
    displayName: "Ada",
    role: "operator",
    createdAt: new Date(start),
  });
  const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"];
  const began = new Date(start);
  const rows: (typeof automations.$inferInsert)[] = [];
  for (let index = 0; index < size; index += 1) {
    const id = crypto.randomUUID();
    // Fixed hours avoid those that a daylight saving change skips or repeats; schedule.test.ts covers these.
    const isHourly = !isLong && index === 0;
    const pattern: SimplePattern = {
      minute: 0,
      timeZone: zones[pick(zones.length)] ?? "UTC",
      ...(isHourly ? {} : { hour: 6 + 9 * pick(2) }),
      ...(isHourly || index % 100 < dailyPercent ? {} : { weekday: pick(7) }),
    };
    patterns.set(id, pattern);
    const missed = index % 2 === 0 ? "once" : "skip";
    const trigger = { kind: "schedule", cron: cronOf(pattern), timeZone: pattern.timeZone, missed } as const;
    const launch = AutomationLaunch.parse({ savedVariables: index % 3 === 0 ? [crypto.randomUUID()] : [] });
    const nextAt = new Date(nextTime(trigger, start) ?? 0);
    const times = { nextAt, scheduledAt: began, createdAt: began, updatedAt: began };
    rows.push({
      id,
      source: "test",
      ownerId: userId,
      name: `Automation ${index}`,
      prompt: "Do it",
      trigger,
      launch,
      concurrencyLimit: 1,
      overflow: "queue" as const,
      ...times,
    });
  }
  await store.database.insert(automations).values(rows);
});
afterAll(async () => {
  await processes.close();
  await database.close();
});

/** Lets each process work until it has nothing to start, or is killed. */
const step = () =>
  processes.work(async (process) => {
    const launch = service.launcher(process, random);
    if (process instanceof SpawnedProcess) return process.work(clock.now(), launch);
    await runAllDue({ store: process.store, source: "test", clock, log, launch });
  });

/** When something can happen next. */
async function nextMoment(): Promise<number> {
  const { rows } = await store.database.execute<{
    due: string | null;
    retry: string | null;
    claimed: string | null;
  }>(sql`
    select extract(epoch from min(${automations.nextAt})) as due,
      (select extract(epoch from min(coalesce(retry_at, due_at + interval '10 minutes')))
        from automation_firings where state = 'waiting') as retry,
      (select extract(epoch from min(claimed_at)) from automation_firings where state = 'launching') as claimed
    from ${automations}`);
  const [{ due, retry, claimed } = { due: null, retry: null, claimed: null }] = rows;
  const times = [
    due === null ? end : Number(due) * 1_000,
    retry === null ? end : Number(retry) * 1_000,
    claimed === null ? end : Number(claimed) * 1_000 + lostAfterMs + 1,
  ];
  return Math.max(clock.now() + 1_000, Math.min(...times));
}

it(`launches ${size} automations over ${days} days, each time once, while processes are killed`, {
  timeout: isLong ? 7_200_000 : 170_000,
}, async () => {
  const { kills } = processes;
  let steps = 0;
  while (clock.now() < end) {
    const until = Math.min(end, await nextMoment());
    // Now and then, no process runs for hours.
    const isOutage = random() < 3 / (days * 8);
    if (isOutage) outages += 1;
    clock.advance(until - clock.now() + pick(20_000) + (isOutage ? pick(8 * 3_600_000) : 0));
    await step();
    steps += 1;
    if (isLong && steps % 25 === 0)
      console.log(`day ${((clock.now() - start) / dayMs).toFixed(1)}, ${kills.killable + kills.spawned} kills`);
  }
  const finished = clock.now();
  // The processes of the last step may all have been killed before they recorded what was due.
  const due = lte(automations.nextAt, new Date(finished));
  while ((await store.database.$count(automations, due)) > 0) await step();
  // Times after the end aren't expected.
  await store.database.update(automations).set({ nextAt: null });
  for (let round = 0; round < 50 && (await open()) > 0; round += 1) {
    clock.advance(11 * 60_000);
    await step();
  }
  expect(await open()).toBe(0);
  const checked = await check(finished);
  expect(kills.killable).toBeGreaterThan(0);
  if (spawnedCount > 0) expect(kills.spawned).toBeGreaterThan(0);
  console.log(
    `seed ${seed}: ${checked.due} due times, ${checked.missed} of them missed, ${checked.skipped} late and skipped, ` +
      `${checked.launched} launches of ` +
      `${service.agents.size} agents, ${kills.killable + kills.spawned} kills (${kills.spawned} SIGKILL), ${outages} outages, ${steps} steps`,
  );
});

async function open(): Promise<number> {
  const { rows } = await store.database.execute<{ open: string }>(
    sql`select count(*) as open from ${automationFirings} where state in ('waiting', 'launching')`,
  );
  return Number(rows[0]?.open);
}

/** Compares the history with the expected times, and the agents with the history. */
async function check(finished: number) {
  const total = { due: 0, missed: 0, skipped: 0, launched: 0 };
  for (const { id, trigger } of await store.database.select().from(automations)) {
    const pattern = patterns.get(id);
    if (!pattern || trigger.kind !== "schedule") throw new Error("unknown automation");
    const expected = expectedTimes(pattern, start + 3_600_000, finished);
    const times = new Set(expected);
    const firings = await store.database
      .select()
      .from(automationFirings)
      .where(eq(automationFirings.automationId, id))
      .orderBy(asc(automationFirings.number));
    let accounted = 0;
    for (const { dueAt, createdAt, state, missed } of firings) {
      expect(times.has(dueAt.getTime()), `${cronOf(pattern)} at ${dueAt.toISOString()}`).toBe(true);
      const isLate = createdAt.getTime() - dueAt.getTime() > lateMs;
      expect(state).toBe(isLate && trigger.missed === "skip" ? "skipped" : "launched");
      accounted += state === "skipped" ? missed : 1 + missed - (isLate ? 1 : 0);
    }
    expect(accounted, cronOf(pattern)).toBe(expected.length);
    total.due += expected.length;
    total.missed += expected.length - firings.length;
    total.skipped += firings.filter(({ state }) => state === "skipped").length;
    expect(new Set(firings.map(({ dueAt }) => dueAt.getTime())).size).toBe(firings.length);
    for (const firing of firings.filter(({ state }) => state === "launched")) {
      total.launched += 1;
      expect(service.agents.get(firing.agentId ?? "")).toBe(firing.id);
    }
  }
  expect(service.agents.size).toBe(total.launched);
  return total;
}
