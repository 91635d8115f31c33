import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { agents } from "./index-schema";
import { staleAgents } from "./stale-agents";
import { openStore, type Store } from "./store";

const now = Date.parse("2026-03-02T08:00:00Z");
const secondsAgo = (seconds: number) => new Date(now - seconds * 1_000);

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;

beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log: createLog({ program: "test", level: "silent" }) });
});
afterAll(async () => {
  await store.close();
  await postgres.stop();
});

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
    ...{ id, source: "test", entry, latestRunId, change: 1, checkedAt, ...times },
  });
}

it("reads every wanted agent in turn, however often newer ones change", async () => {
  await changed("older", 300, secondsAgo(60));
  await changed("never read", 200, null);
  await changed("newest", 100, secondsAgo(1));
  await changed("not wanted", 10, null);
  const found = await staleAgents(store, {
    ...{ source: "test", wanted: ["older", "never read", "newest"], onlyWanted: false, limit: 4, now: new Date(now) },
    ...{ recheckBefore: secondsAgo(15), wantedBefore: secondsAgo(2) },
  });
  expect(found.map(({ id }) => id)).toEqual(["never read", "older", "newest", "not wanted"]);
});
