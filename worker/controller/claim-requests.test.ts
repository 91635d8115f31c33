import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createQueueView } from "@/lib/model/queue/queue-view";
import { openClaimJournal } from "./claim-journal";
import { createClaimer } from "./claim-requests";
import { PoolApiError } from "./pool-api";
import type { Launch } from "./spawn-hook";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-journal-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const log = createLog({ program: "test", level: "silent" });
const request = (id: string, over: Partial<PendingRequest> = {}): PendingRequest => ({
  id,
  userId: 1,
  labels: [{ key: "pool", value: "gpu" }],
  createdAtMs: 1,
  ...over,
});

/** Creates a claimer with a fake service and hooks that exit with the given codes. */
async function claimer(
  over: { codes?: number[]; sessionToken?: boolean; pools?: string[]; held?: [string, string][] } = {},
) {
  const clock = new FakeClock({ running: true });
  const held = new Map(over.held ?? []);
  const calls: string[] = [];
  const launches: Launch[] = [];
  const journal = await openClaimJournal(join(folder, systemIds.uuid()));
  const claims = createClaimer({
    api: {
      async claim(id, workerId, sessionToken) {
        calls.push(`claim ${id}`);
        if (held.has(id)) throw new PoolApiError(409, "claimed");
        held.set(id, workerId);
        return { id, workerId, ...(sessionToken ? { token: `token of ${id}`, expiresAt: "later" } : {}) };
      },
      async release(id) {
        calls.push(`release ${id}`);
        if (!held.delete(id)) throw new PoolApiError(404, "no claim");
      },
      async sessionToken(id, workerId) {
        calls.push(`token ${id}`);
        return { id, workerId, token: `token of ${id}`, expiresAt: "later" };
      },
      isConnected: async (workerId) => workerId.endsWith("connected"),
    },
    apiKey: "sak_1",
    endpoint: "http://service",
    pools: over.pools,
    sessionToken: over.sessionToken ?? false,
    async launch(launch) {
      launches.push(launch);
      return over.codes?.shift() ?? 0;
    },
    journal,
    clock,
    ids: systemIds,
    log,
  });
  return { ...claims, calls, launches, held, journal, clock };
}

describe("claiming requests", () => {
  it("starts one worker per request, even with repeated updates", async () => {
    const { update, launches, calls, held } = await claimer();
    const view = createQueueView([request("bc-1"), request("bc-2")]);
    for (let times = 0; times < 3; times += 1) update(view);
    await vi.waitFor(() => expect(launches).toHaveLength(2), { timeout: 20_000 });
    update(view);
    expect(calls.toSorted()).toEqual(["claim bc-1", "claim bc-2"]);
    expect(launches.map(({ workerId }) => workerId).toSorted()).toEqual([...held.values()].toSorted());
    expect(launches[0]).toMatchObject({
      workerId: expect.stringMatching(/^ctrl-/),
      pool: "gpu",
      credential: { apiKey: "sak_1" },
    });
  });

  it("passes the worker a session token instead of the key if configured", async () => {
    const { update, launches } = await claimer({ sessionToken: true });
    update(createQueueView([request("bc-1")]));
    await vi.waitFor(() => expect(launches).toHaveLength(1), { timeout: 20_000 });
    expect(launches[0]?.credential).toEqual({ token: "token of bc-1", expiresAt: "later" });
  });

  it("P-CLAIM-13 releases the claim of a worker that failed to start before claiming again", async () => {
    const { update, calls, launches, clock, journal } = await claimer({ codes: [1, 0] });
    update(createQueueView([request("bc-1")]));
    await vi.waitFor(() => expect(calls).toEqual(["claim bc-1", "release bc-1"]), { timeout: 20_000 });
    await vi.waitFor(
      () => {
        clock.advance(5_000);
        expect(launches).toHaveLength(2);
      },
      { timeout: 20_000 },
    );
    expect(calls).toEqual(["claim bc-1", "release bc-1", "claim bc-1"]);
    await vi.waitFor(async () => expect(await journal.list()).toEqual([]), { timeout: 20_000 });
  });

  it("P-CLAIM-21 treats a release that returns 404 as done", async () => {
    const { update, calls, held, clock, launches, journal } = await claimer({ codes: [1] });
    held.set("bc-1", "another-worker");
    update(createQueueView([request("bc-1")]));
    await vi.waitFor(() => expect(calls).toEqual(["claim bc-1"]), { timeout: 20_000 });
    clock.advance(120_000);
    expect(launches).toEqual([]);
    await journal.add({ id: "bc-7", workerId: "ctrl-gone" });
    const other = await claimer();
    await other.journal.add({ id: "bc-7", workerId: "ctrl-gone" });
    await other.recover();
    expect(other.calls).toEqual(["release bc-7"]);
    expect(await other.journal.list()).toEqual([]);
  });

  it("releases claims of a previous process at startup, unless their worker has connected", async () => {
    const held: [string, string][] = [
      ["bc-1", "ctrl-1"],
      ["bc-2", "ctrl-connected"],
    ];
    const { journal, recover, calls } = await claimer({ held });
    for (const [id, workerId] of held) await journal.add({ id, workerId });
    await recover();
    expect(calls).toEqual(["release bc-1"]);
    expect(await journal.list()).toEqual([]);
  });

  it("only claims requests of its pools", async () => {
    const { update, launches } = await claimer({ pools: ["gpu"] });
    update(createQueueView([request("bc-1", { labels: [{ key: "pool", value: "cpu" }] }), request("bc-2")]));
    await vi.waitFor(() => expect(launches.map((each) => each.request?.id)).toEqual(["bc-2"]), { timeout: 20_000 });
  });

  it("wakes its own worker once per follow-up, and releases one whose workspace is lost", async () => {
    const { update, launches, calls, held } = await claimer({ codes: [0, 66], sessionToken: true });
    held.set("bc-1", "ctrl-1");
    const asleep = { claimedWorkerId: "ctrl-1", wakeTimeoutMs: 5_000 };
    const first = createQueueView([request("bc-1", asleep), request("bc-2", { ...asleep, claimedWorkerId: "node-7" })]);
    update(first);
    await vi.waitFor(() => expect(launches).toHaveLength(1), { timeout: 20_000 });
    update(first);
    expect(launches[0]).toMatchObject({
      workerId: "ctrl-1",
      wake: { timeoutMs: 5_000 },
      credential: { token: "token of bc-1" },
    });
    update(createQueueView([]));
    update(createQueueView([request("bc-1", { ...asleep, createdAtMs: 2 })]));
    await vi.waitFor(() => expect(calls.at(-1)).toBe("release bc-1"), { timeout: 20_000 });
    expect(launches).toHaveLength(2);
  });
});
