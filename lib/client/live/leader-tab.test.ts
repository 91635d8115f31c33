import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { ToHub } from "./hub-messages";
import { LeaderTab, type Locks, type TabMessage } from "./leader-tab";
import { LiveConnection } from "./live-connection";
import { LiveHub } from "./live-hub";

const noFetch = () => new Promise<Response>(() => undefined);

/** A fake of a browser lock, with a queue and stealing. */
class Lock implements Locks {
  #holder: { release: (error: Error) => void } | undefined;
  #queue: (() => void)[] = [];

  request(_name: string, options: { steal?: boolean; signal?: AbortSignal }, hold: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        this.#holder = { release: reject };
        hold().then(resolve);
      };
      if (options.steal) {
        this.#holder?.release(new Error("stolen"));
        take();
      } else if (this.#holder) {
        const waits = () => take();
        this.#queue.push(waits);
        options.signal?.addEventListener("abort", () => {
          this.#queue = this.#queue.filter((each) => each !== waits);
          reject(new Error("aborted"));
        });
      } else take();
    });
  }

  /** The holder's tab closes. */
  closeHolder(): void {
    this.#holder = undefined;
    this.#queue.shift()?.();
  }
}

let lock: Lock;
let tabs: { tab: LeaderTab; attach: () => void; received: string[]; closed: boolean }[];
const message: ToHub = { kind: "heartbeat" };

beforeEach(() => {
  lock = new Lock();
  tabs = [];
});

function open() {
  const id = `tab ${tabs.length}`;
  const timers = new FakeClock();
  const received: string[] = [];
  const handlers = { attach: vi.fn(), received, closed: false };
  const post = (data: TabMessage) => {
    if (entry.closed) return;
    for (const other of tabs) if (other !== entry && !other.closed) other.tab.receive(data);
  };
  const createHub = () => {
    const connection = new LiveConnection("/live", { ...timers, fetch: noFetch, onWake: () => () => undefined });
    return new LiveHub(connection, timers, () => undefined);
  };
  const entry = Object.assign(handlers, {
    tab: new LeaderTab({
      tabId: id,
      locks: lock,
      post,
      createHub,
      receive: (response) => received.push(response.kind),
      attach: () => handlers.attach(),
      onRefused: () => undefined,
    }),
  });
  tabs.push(entry);
  return entry;
}

describe("the leader tab", () => {
  it("is the first tab, and receives the messages of the others", () => {
    const [first, second] = [open(), open()];
    expect([first.tab.isLeader, second.tab.isLeader]).toEqual([true, false]);
    second.tab.send(message);
    expect(second.received).toEqual(["beat"]);
    first.tab.send(message);
    expect(first.received).toEqual(["beat"]);
  });

  it("is replaced by the next tab when it closes, and all tabs reattach", () => {
    const [first, second, third] = [open(), open(), open()];
    first.closed = true;
    lock.closeHolder();
    expect([second.tab.isLeader, third.tab.isLeader]).toEqual([true, false]);
    expect(third.attach).toHaveBeenCalled();
    third.tab.send(message);
    expect(third.received).toEqual(["beat"]);
  });

  it("steps down when another tab steals the lock", async () => {
    const [first, second] = [open(), open()];
    second.tab.steal();
    await vi.waitFor(() => expect(first.tab.isLeader).toBe(false), { timeout: 20_000 });
    expect(second.tab.isLeader).toBe(true);
    first.tab.send(message);
    expect(first.received).toEqual(["beat"]);
    second.tab.steal();
    expect(second.tab.isLeader).toBe(true);
  });

  it("reports that the browser grants no locks, once", async () => {
    const onRefused = vi.fn();
    const parts = { tabId: "only", post: vi.fn(), createHub: vi.fn(), receive: vi.fn(), attach: vi.fn(), onRefused };
    new LeaderTab({ ...parts, locks: { request: () => Promise.reject(new DOMException("", "SecurityError")) } });
    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
    expect(parts.createHub).not.toHaveBeenCalled();
  });
});
