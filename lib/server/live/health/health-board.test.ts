import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { HealthBoard, type HealthViewer } from "./health-board";

let clock: FakeClock;
let shutdown: AbortController;
let responds: boolean;
let checks: number;
let board: HealthBoard;

beforeEach(() => {
  [clock, shutdown, responds, checks] = [new FakeClock(), new AbortController(), true, 0];
  board = new HealthBoard({
    check: async () => {
      checks += 1;
      return responds;
    },
    clock,
    log: createLog({ program: "test", level: "silent" }),
    shutdown: shutdown.signal,
  });
});
afterEach(() => shutdown.abort());

/** The states of the service that a browser has received. */
function browser() {
  const states: string[] = [];
  let viewer: HealthViewer | undefined;
  const read = () => {
    const text = viewer?.take() ?? "";
    for (const [, state] of text.matchAll(/"service":"([a-z]+)"/g)) states.push(String(state));
  };
  viewer = board.view(read);
  return { states, close: viewer.close };
}

async function nextCheck(): Promise<void> {
  const before = checks;
  await vi.waitFor(() => expect(clock.dueWithin(5_000)).toBe(1));
  clock.advance(5_000);
  await vi.waitFor(() => expect(checks).toBe(before + 1));
}

describe("the service's health", () => {
  it("is sent to browsers at once, and after each change within 5 s", async () => {
    const first = browser();
    await vi.waitFor(() => expect(first.states).toEqual(["ok"]));
    await nextCheck();
    responds = false;
    await nextCheck();
    await vi.waitFor(() => expect(first.states).toEqual(["ok", "unreachable"]));
    const late = browser();
    await vi.waitFor(() => expect(late.states).toEqual(["unreachable"]));
    responds = true;
    await nextCheck();
    await vi.waitFor(() => expect(first.states).toEqual(["ok", "unreachable", "ok"]));
  });

  it("is checked only while a browser is connected", async () => {
    const one = browser();
    await vi.waitFor(() => expect(checks).toBe(1));
    one.close();
    clock.advance(60_000);
    expect(checks).toBe(1);
    responds = false;
    const next = browser();
    await vi.waitFor(() => expect(next.states).toEqual(["unreachable"]));
  });
});
