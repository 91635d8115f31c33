import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteExpired } from "./delete-expired";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";

const now = Date.parse("2026-11-23T12:00:00Z");
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
let close: () => Promise<void>;
let store: Store;
beforeAll(async () => {
  ({ store, close } = await startTestStore());
});
afterAll(() => close());

const query = async (text: string, values: unknown[] = []) => (await store.pool.query(text, values)).rows;

it("deletes recordings and audit rows only after their retention", async () => {
  await query(
    `insert into agents (id, source, entry, created_at, updated_at, latest_run_id, change)
     values ('bc-1', 'embedded', '{}', '', '', 'old', 1)`,
  );
  for (const [run, state, days] of [
    ["old", "complete", 31],
    ["recent", "complete", 29],
    ["open", "open", 31],
  ] as const) {
    await query(
      "insert into recordings (agent_id, run_id, state, events, bytes, updated_at) values ('bc-1', $1, $2, 2, 9, $3)",
      [run, state, daysAgo(days)],
    );
    await query(
      "insert into recorded_events (agent_id, run_id, position, key, event, data) select 'bc-1', $1, n, n, 'status', '{}' from generate_series(1, 2) n",
      [run],
    );
  }
  for (const days of [366, 364]) {
    await query(
      `insert into audit (at, user_id, user_email, operation_id, method, path, phase, request_id, detail)
       values ($1, gen_random_uuid(), 'ada@example.test', 'cancelRun', 'POST', '/', 'intent', $2, '{}')`,
      [daysAgo(days), String(days)],
    );
  }

  await deleteExpired(store, { recordings: 0, audit: 0 }, now);
  expect(await query("select count(*)::int as count from recorded_events")).toEqual([{ count: 6 }]);
  await deleteExpired(store, { recordings: 30, audit: 365 }, now);
  expect(await query("select run_id, state, events from recordings order by run_id")).toEqual([
    { run_id: "old", state: "expired", events: 0 },
    { run_id: "open", state: "open", events: 2 },
    { run_id: "recent", state: "complete", events: 2 },
  ]);
  expect(await query("select distinct run_id from recorded_events order by 1")).toEqual([
    { run_id: "open" },
    { run_id: "recent" },
  ]);
  expect(await query("select request_id from audit")).toEqual([{ request_id: "364" }]);
});
