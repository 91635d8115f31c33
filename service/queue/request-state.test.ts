import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  claim,
  decline,
  enqueue,
  leave,
  queueLifetimeMs,
  type RequestRow,
  reconcile,
  release,
  startWindowMs,
  type Transition,
  take,
} from "./request-state";

const fresh: RequestRow = {
  agentId: "bc-1",
  teamId: 1,
  poolId: "pool-1",
  machineUserId: null,
  machineName: null,
  poolName: "gpu",
  anyRepo: true,
  repositoryIds: [],
  model: "script",
  entry: { id: "bc-1", userId: 1, labels: [] },
  state: "idle",
  runId: null,
  queuedAt: 0,
  workerId: null,
  claimId: null,
  deadlineAt: null,
  lapsedWorkerId: null,
  adopted: false,
  released: false,
  runWorkerId: null,
};
const machine: RequestRow = { ...fresh, poolId: null, poolName: null, machineUserId: 1, machineName: "laptop" };

const workers = ["w-1", "w-2", "w-3"];
type Action =
  | { kind: "enqueue" | "release" | "leave" | "decline" }
  | { kind: "claim" | "take"; worker: string }
  | { kind: "connect"; worker: string; connected: boolean }
  | { kind: "pass"; ms: number };

const worker = fc.constantFrom(...workers);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constantFrom("enqueue", "release", "leave", "decline") }),
  fc.record({ kind: fc.constantFrom("claim", "take"), worker }),
  fc.record({ kind: fc.constant("connect" as const), worker, connected: fc.boolean() }),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(1, 4_000, 60_000, startWindowMs) }),
);

interface World {
  row: RequestRow;
  now: number;
  connected: Set<string>;
  windowMs: number;
}

/** The transition of an action. Undefined if the service rejects the action in this state. */
function transitionOf(requested: Action, { row, now, connected, windowMs }: World): Transition | undefined {
  const contextOf = (id: string | null) => ({ now, windowMs, connected: id !== null && connected.has(id) });
  const waits = row.state === "claimed" || row.state === "claimed_offline";
  switch (requested.kind) {
    case "enqueue":
      return row.state === "idle" ? enqueue(row, "run-1", contextOf(row.workerId)) : undefined;
    case "claim":
      if (row.poolId === null || row.workerId !== null || (row.state !== "unclaimed" && !row.released))
        return undefined;
      return claim(row, requested.worker, "claim-1", contextOf(requested.worker));
    case "release":
      return row.workerId === null || row.adopted ? undefined : release(row);
    case "take":
      if (row.state === "unclaimed" || (waits && row.workerId === requested.worker))
        return take(row, requested.worker, "claim-2");
      return undefined;
    case "decline":
      return row.state === "running" ? decline(row) : undefined;
    case "leave":
      return row.runId === null ? undefined : leave(row);
    default:
      return reconcile(row, contextOf(row.workerId));
  }
}

const listed = ({ state, poolId }: RequestRow) =>
  poolId !== null && (state === "unclaimed" || state === "claimed_offline");

function check(actions: readonly Action[], start: RequestRow, windowMs: number): void {
  const world: World = { row: start, now: 0, connected: new Set(), windowMs };
  let seen = listed(start);
  for (const each of actions) {
    if (each.kind === "pass") world.now += each.ms;
    if (each.kind === "connect") world.connected[each.connected ? "add" : "delete"](each.worker);
    const transition = transitionOf(each, world);
    if (!transition) continue;
    const before = world.row;
    const row = { ...before, ...transition.change };
    world.row = row;
    const { event } = transition;
    if (event) seen = event === "created" || event === "claimed_offline";
    expect({ watcher: seen, row: row.state }).toEqual({ watcher: listed(row), row: row.state });
    expect(event === "claimed_offline").toBe(row.state === "claimed_offline" && before.state !== "claimed_offline");
    if (row.poolId === null) expect([event, row.workerId]).toEqual([undefined, null]);
    expect(row.runId === null).toBe(row.state === "idle");
    expect(row.runWorkerId === null).toBe(row.state !== "running");
    expect(row.workerId === null).toBe(row.claimId === null);
    if (row.state === "unclaimed") expect([row.workerId, row.deadlineAt]).toEqual([null, null]);
    if (row.state === "claimed" || row.state === "claimed_offline") expect(row.workerId).not.toBeNull();
    if (row.state === "claimed_offline") expect(row.deadlineAt).not.toBeNull();
    if (row.adopted) expect(row.workerId).not.toBeNull();
  }
}

describe("request transitions", () => {
  it("P-QUEUE-36, P-QUEUE-41, P-QUEUE-42: events always match the list", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), fc.constantFrom(0, 5_000), (actions, windowMs) =>
        check(actions, fresh, windowMs),
      ),
      { numRuns: 2_000 },
    );
  });

  it("for a personal machine have no events and need no claim", () => {
    fc.assert(fc.property(fc.array(action, { maxLength: 40 }), (actions) => check(actions, machine, 0)));
  });

  it("give a worker claimed before its start more time than a short window", () => {
    const waiting = { ...fresh, ...enqueue(fresh, "run-1", { now: 0, windowMs: 5_000, connected: false }).change };
    const contextOf = (now: number) => ({ now, windowMs: 5_000, connected: false });
    const claimed = { ...waiting, ...claim(waiting, "w-1", "claim-1", contextOf(0)).change };
    expect(reconcile(claimed, contextOf(startWindowMs - 1))).toBeUndefined();
    expect(reconcile(claimed, contextOf(startWindowMs))?.event).toBe("created");
    expect(queueLifetimeMs).toBe(86_400_000);
  });
});
