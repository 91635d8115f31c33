import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git } from "@/git/testing/git-fixture";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { MirrorProblem } from "./mirror-problem";
import { findMirror } from "./mirror-row";
import { recordSyncFailure } from "./synchronize";
import { type MirrorHarness, startMirrorHarness } from "./testing/mirror-fixture";
import type { MirrorRow } from "./upstream";

let harness: MirrorHarness;
beforeAll(async () => {
  harness = await startMirrorHarness();
});
afterAll(() => harness.close());

const main = "refs/heads/main";
const failedPrecondition = { status: 400, body: { code: 9 } };
const pending = { status: 202, body: { synced: false } };

async function createMirrorAs(name: string, as: "inbound" | "outbound") {
  const mirror = await harness.create(name);
  await harness.runTransition(mirror.params, "initial_to_inbound");
  if (as === "outbound") await harness.runTransition(mirror.params, "inbound_to_outbound");
  return mirror;
}

const sync = (path: string, body: object = {}) =>
  harness.test.send("POST", `${path}:syncMirror`, { body: { ref: main, ...body } });
const startTransition = (path: string, transition: string) =>
  harness.test.send("POST", `${path}/mirror:transition`, { body: { transition } });

async function read(id: string): Promise<MirrorRow> {
  const mirror = await findMirror(harness.test.service.db, id);
  if (!mirror) throw new Error(`${id} has no mirror`);
  return mirror;
}

describe("the next sync of a mirror", () => {
  it("is a minute after the last one while it is inbound, and ten minutes while it is outbound", {
    tags: ["long"],
  }, async () => {
    const { id, params } = await createMirrorAs("paced", "inbound");
    const interval = async () => {
      const { nextSyncAt, lastSyncedAt } = await read(id);
      return nextSyncAt - (lastSyncedAt ?? 0);
    };
    expect(await interval()).toBe(60_000);
    await harness.runTransition(params, "inbound_to_outbound");
    expect(await interval()).toBe(600_000);
    await harness.runTransition(params, "outbound_to_inbound");
    expect(await interval()).toBe(60_000);
  });

  it.each([
    [1, 60_000],
    [2, 120_000],
    [6, 1_920_000],
    [7, 3_600_000],
    [50, 3_600_000],
  ])("after %i failures in a row is %i ms later", async (failures, delay) => {
    // It isn't synced before its first transition.
    const { id } = await harness.create(`failed-${failures}`);
    const clock = new FakeClock();
    const mirror = { ...(await read(id)), failures: failures - 1 };
    await recordSyncFailure({ db: harness.test.service.db, clock }, mirror, new MirrorProblem("UpstreamUnreachable"));
    expect(await read(id)).toMatchObject({ failures, nextSyncAt: clock.now() + delay });
  });

  it("is due at once after an administrator updates a mirror whose sync failed", { tags: ["long"] }, async () => {
    const { test, work } = harness;
    const { id, path, dir } = await createMirrorAs("fixed", "inbound");
    harness.disconnect();
    expect(await sync(path, { wait: true })).toMatchObject(pending);
    const failed = await read(id);
    expect(failed.failures).toBeGreaterThan(0);
    expect(failed.nextSyncAt - harness.clock.now()).toBeGreaterThan(30_000);
    harness.connect();
    const sha = await commitFile(work, "after-failure.txt", "fixed\n");
    await git(work, "push", "--quiet", "origin", "HEAD:main");
    const updated = await test.send("PATCH", `/admin/v1/repositories/${id}/mirror`, { key: test.keys.admin, body: {} });
    expect(updated.status).toBe(200);
    // The clock isn't advanced, so a retry after the delay would come too late.
    await expect.poll(() => git(dir, "rev-parse", main)).toBe(sha);
    await expect.poll(async () => (await read(id)).failures).toBe(0);
  });
});

describe("Sync Mirror during a transition", () => {
  it("H-MIRROR-40 H-MIRROR-41 waits until a new mirror is inbound", async () => {
    const { id, path, params } = await harness.create("starting");
    harness.disconnect();
    expect((await startTransition(path, "initial_to_inbound")).status).toBe(200);
    expect(await sync(path)).toMatchObject(pending);
    const waiting = sync(path, { wait: true });
    await expect.poll(async () => (await read(id)).requestedSyncs).toBe(2);
    harness.connect();
    expect(await harness.waitForJob(params)).toMatchObject({ status: "succeeded" });
    expect(await waiting).toMatchObject({ status: 200, body: { synced: true } });
  });

  it("is accepted until an inbound mirror is outbound, and rejected until an outbound one is inbound", {
    tags: ["long"],
  }, async () => {
    const { path, params } = await createMirrorAs("turning", "inbound");
    harness.disconnect();
    expect((await startTransition(path, "inbound_to_outbound")).status).toBe(200);
    expect(await sync(path)).toMatchObject(pending);
    harness.connect();
    expect(await harness.waitForJob(params)).toMatchObject({ status: "succeeded" });
    expect(await sync(path)).toMatchObject(failedPrecondition);
    harness.disconnect();
    expect((await startTransition(path, "outbound_to_inbound")).status).toBe(200);
    expect(await sync(path)).toMatchObject(failedPrecondition);
    harness.connect();
    expect(await harness.waitForJob(params)).toMatchObject({ status: "succeeded" });
    expect(await sync(path, { wait: true })).toMatchObject({ status: 200, body: { synced: true } });
  });
});
