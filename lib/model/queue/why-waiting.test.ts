import { describe, expect, it } from "vitest";
import type { QueueRow } from "./queue-row";
import { startCommand } from "./start-command";
import { clockText, waitsOf } from "./waits";
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
const around = (pools: ReturnType<typeof pool>[], given: object = {}) => ({
  pools,
  workerIds: new Set<string>(),
  ahead: 0,
  now,
  ...given,
});

describe("why a request waits", () => {
  it.each([
    ["no pool", row, [], "No pool named gpu is registered."],
    ["no worker", row, [pool(0, 0)], "No worker of the pool gpu is connected."],
    ["one busy worker", row, [pool(1, 1)], "The one worker of the pool gpu is busy."],
    ["all busy", row, [pool(3, 3)], "All 3 workers of the pool gpu are busy."],
    [
      "another repository",
      row,
      [pool(2, 0, "web")],
      "The pool gpu serves acme/web alone, and the request names no repository.",
    ],
    [
      "a repository that is not served",
      { ...row, repository: "acme/api" },
      [pool(2, 0, "web")],
      "The pool gpu serves acme/web alone, and the request needs acme/api.",
    ],
    [
      "a moment",
      { ...row, createdAtMs: now - 2_000 },
      [pool(2, 1)],
      "A worker of the pool gpu is free: it is taken in a moment.",
    ],
    [
      "a label",
      { ...row, labels: [...row.labels, { key: "env", value: "production" }] },
      [pool(2, 1)],
      "1 worker of the pool gpu is free, but none takes it: it asks for env=production.",
    ],
    [
      "a model",
      row,
      [pool(2, 0)],
      "2 workers of the pool gpu are free, but none takes it: most likely none has the model its agent asks for.",
    ],
  ] as const)("names %s", (_, given, pools, sentence) => {
    expect(whyWaiting(given, around([...pools])).sentence).toBe(sentence);
  });

  it("says who goes first, and which model is asked for", () => {
    expect(whyWaiting(row, around([pool(2, 2)], { ahead: 3 })).sentence).toContain(
      "3 older requests of the pool go first",
    );
    expect(whyWaiting(row, around([pool(2, 0)], { model: "quill-2" })).sentence).toContain("the model quill-2");
  });

  it("takes the case of a repository as its own", () => {
    const why = whyWaiting({ ...row, repository: "Acme/Web" }, around([pool(0, 0, "web")]));
    expect(why.sentence).toBe("No worker of the pool gpu is connected.");
    expect(why.start?.repository).toBe("Acme/Web");
  });

  it("counts down while the claimed worker is away, and starts it with its id", () => {
    const away = { ...row, claimedWorkerId: "ctrl-1", reconnectByMs: now + 30_000 };
    const why = whyWaiting(away, around([pool(1, 1)]));
    expect(why.sentence).toBe("Its worker ctrl-1 is away and has 30 seconds to come back.");
    expect(why.start?.workerId).toBe("ctrl-1");
    expect(whyWaiting(away, around([], { workerIds: new Set(["ctrl-1"]) })).sentence).toContain("is back");
    expect(whyWaiting({ ...away, reconnectByMs: now - 1 }, around([])).sentence).toContain("did not come back");
  });
});

describe("waits", () => {
  it("are those of unclaimed requests", () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, createdAtMs: now - (index + 1) * 1_000 }));
    expect(waitsOf([...rows, { ...row, claimedWorkerId: "w", createdAtMs: 0 }], now)).toEqual({
      oldestMs: 100_000,
      p50Ms: 50_000,
      p95Ms: 95_000,
    });
    expect(waitsOf([], now)).toBeUndefined();
  });

  it.each([
    [0, "0:00"],
    [67_000, "1:07"],
    [3_661_000, "1:01:01"],
    [273_600_000, "3 d 4 h"],
  ])("%i ms are written %s", (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });
});

it("quotes what a shell would take apart", () => {
  const start = { endpoint: "https://svc.example.com", prefix: "SVC", maskedKey: "key_…" };
  expect(startCommand(start, { pool: "gpu" })).toBe(
    "SVC_API_KEY='key_…' npm run worker -- --pool gpu --worker-dir /srv/work --endpoint https://svc.example.com start",
  );
  const hostile = startCommand(start, { pool: "a'; rm -rf ~ #", withToken: true });
  expect(hostile).toContain(`--pool 'a'\\''; rm -rf ~ #'`);
  expect(hostile).toContain("SVC_AUTH_TOKEN='<session token>' npm");
});
