import { afterAll, beforeAll, expect, it } from "vitest";
import { agents } from "./index-schema";
import { staleAgents } from "./stale-agents";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";

const now = Date.parse("2026-03-02T08:00:00Z");
const secondsAgo = (seconds: number) => new Date(now - seconds * 1_000);

let close: () => Promise<void>;
let store: Store;

beforeAll(async () => {
  ({ store, close } = await startTestStore());
});
afterAll(() => close());

/** Adds an agent that has changed since it was read. */
async function changed(id: string, createdSecondsAgo: number, checkedAt: Date | null): Promise<void> {
  const createdAt = secondsAgo(createdSecondsAgo).toISOString();
  const latestRunId = `run-${id}`;
  const times = { createdAt, updatedAt: createdAt };
  const entry = {
    id,
    name: id,
    status: "ACTIVE" as const,
    env: { type: "cloud" as const },
    url: "",
    latestRunId,
    ...times,
  };
  await store.database.insert(agents).values({
    id,
    source: "test",
    entry,
    latestRunId,
    change: 1,
    checkedAt,
    ...times,
  });
}

it("reads every wanted agent in turn, however often newer ones change", async () => {
  await changed("older", 300, secondsAgo(60));
  await changed("never read", 200, null);
  await changed("newest", 100, secondsAgo(1));
  await changed("not wanted", 10, null);
  const found = await staleAgents(store, {
    source: "test",
    wanted: ["older", "never read", "newest"],
    onlyWanted: false,
    limit: 4,
    now: new Date(now),
    recheckBefore: secondsAgo(15),
    wantedBefore: secondsAgo(2),
  });
  expect(found.map(({ id }) => id)).toEqual(["never read", "older", "newest", "not wanted"]);
});
