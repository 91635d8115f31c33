import { describe, expect, it } from "vitest";
import type { QueueRow } from "./queue-row";
import { sessionTokenPlaceholder, startCommand } from "./start-command";
import { clockText, waitStats } from "./wait-stats";
import { whyWaiting } from "./why-waiting";

const now = 1_000_000;
const row: QueueRow = {
  id: "bc-1",
  owner: "dana@example.com",
  pool: "gpu",
  labels: [{ key: "pool", value: "gpu" }],
  createdAtMs: now - 60_000,
};
const pool = (connectedWorkerCount: number, inUseWorkerCount: number, bound?: string) => ({
  poolName: "gpu",
  connectedWorkerCount,
  inUseWorkerCount,
  ...(bound ? { repoOwner: "acme", repoName: bound } : {}),
});
const context = (pools: ReturnType<typeof pool>[], more: object = {}) => ({
  pools,
  workerIds: new Set<string>(),
  ahead: 0,
  now,
  ...more,
});

describe("why a request is waiting", () => {
  it.each([
    ["an unregistered pool", row, [], "No pool named gpu"],
    ["a pool without workers", row, [pool(0, 0)], "No workers connected to pool gpu"],
    ["one busy worker", row, [pool(1, 1)], "The only worker in pool gpu is busy"],
    ["busy workers", row, [pool(3, 3)], "All 3 workers in pool gpu are busy"],
    ["a pool bound to a repository", row, [pool(2, 0, "web")], "Pool gpu serves only acme/web"],
    [
      "a pool bound to another repository",
      { ...row, repository: "acme/api" },
      [pool(2, 0, "web")],
      "Pool gpu serves only acme/web",
    ],
    ["a start within seconds", { ...row, createdAtMs: now - 2_000 }, [pool(2, 1)], "Starting soon"],
    [
      "unmatched labels",
      { ...row, labels: [...row.labels, { key: "env", value: "production" }] },
      [pool(2, 1)],
      "No worker with the labels env=production",
    ],
    ["a missing model", row, [pool(2, 0)], "Probably no worker with the requested model"],
  ] as const)("names %s", (_, request, pools, title) => {
    expect(whyWaiting(request, context([...pools])).title).toBe(title);
  });

  it("includes the number of older requests and the requested model", () => {
    expect(whyWaiting(row, context([pool(2, 2)], { ahead: 3 })).detail).toContain("3 older requests are ahead");
    expect(whyWaiting(row, context([pool(2, 0)], { model: "quill-2" })).title).toContain("the model quill-2");
  });

  it("ignores the case of a repository's name and suggests it as the agent spells it", () => {
    const why = whyWaiting({ ...row, repository: "Acme/Web" }, context([pool(0, 0, "web")]));
    expect(why.title).toBe("No workers connected to pool gpu");
    expect(why.start?.repository).toBe("Acme/Web");
  });

  it("counts down while the claimed worker is offline, and suggests starting it with its id", () => {
    const offline = { ...row, claimedWorkerId: "ctrl-1", reconnectByMs: now + 30_000 };
    const why = whyWaiting(offline, context([pool(1, 1)]));
    expect(why.title).toBe("Worker ctrl-1 is offline");
    expect(why.detail).toContain("30 seconds to reconnect");
    const later = whyWaiting({ ...offline, reconnectByMs: now + 588_000 }, context([pool(1, 1)]));
    expect(later.detail).toContain("9 min 48 s to reconnect");
    expect(why.start?.workerId).toBe("ctrl-1");
    const named = whyWaiting(offline, context([pool(1, 1)], { workerName: "build-7" }));
    expect([named.title, named.start?.workerId]).toEqual(["Worker build-7 is offline", "ctrl-1"]);
    expect(named.detail).toContain("Start it with the same ID (ctrl-1) and directory");
    expect(whyWaiting(offline, context([], { workerIds: new Set(["ctrl-1"]) })).title).toContain("reconnected");
    expect(whyWaiting({ ...offline, reconnectByMs: now - 1 }, context([])).title).toContain("didn't reconnect");
  });
});

describe("wait times", () => {
  it("count unclaimed requests only", () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, createdAtMs: now - (index + 1) * 1_000 }));
    expect(waitStats([...rows, { ...row, claimedWorkerId: "w", createdAtMs: 0 }], now)).toEqual({
      oldestMs: 100_000,
      p50Ms: 50_000,
      p95Ms: 95_000,
    });
    expect(waitStats([], now)).toBeUndefined();
  });

  it.each([
    [0, "0:00"],
    [67_000, "1:07"],
    [3_661_000, "1:01:01"],
    [273_600_000, "3 d 4 h"],
  ])("format %i ms as %s", (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });
});

it("quotes arguments for the shell", () => {
  const start = { endpoint: "https://svc.example.com", prefix: "SVC", maskedKey: "key_…" };
  expect(startCommand(start, { pool: "gpu" })).toBe(
    "mkdir -p ~/slipway-worker && SVC_API_KEY='key_…' npm run worker -- --pool gpu --worker-dir ~/slipway-worker --endpoint https://svc.example.com start",
  );
  const hostile = startCommand(start, { pool: "a'; rm -rf ~ #", token: sessionTokenPlaceholder });
  expect(hostile).toContain(`--pool 'a'\\''; rm -rf ~ #'`);
  expect(hostile).toContain("SVC_AUTH_TOKEN='<session token>' npm");
});
