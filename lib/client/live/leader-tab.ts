import type { FromHub, ToHub } from "./hub-messages";
import type { LiveHub } from "./live-hub";

export const lockName = "slipway.live";

/** The part of `navigator.locks` this file uses. */
export interface Locks {
  request(name: string, options: { steal?: boolean; signal?: AbortSignal }, hold: () => Promise<void>): Promise<void>;
}

/** Broadcast messages between tabs. */
export type TabMessage =
  | { to: "hub"; from: string; message: ToHub }
  | { to: "tab"; tab: string; message: FromHub }
  | { to: "all"; leader: string };

export interface LeaderTabOptions {
  tabId: string;
  locks: Locks;
  post(data: TabMessage): void;
  /** Creates the hub if this tab becomes the leader. */
  createHub(): LiveHub;
  /** Messages from the hub to this tab. */
  receive(message: FromHub): void;
  /** Called when there is a new leader, to subscribe again. */
  attach(): void;
  /** Called when the browser doesn't grant locks, for example to a page without an origin. */
  onRefused(): void;
}

/**
 * Without shared workers, the tab that holds a lock runs the hub for all tabs. When it closes, the next tab in the queue gets
 * the lock; when it stops responding, another tab steals it.
 */
export class LeaderTab {
  #hub: LiveHub | undefined;
  #queued: AbortController | undefined;

  constructor(private readonly parts: LeaderTabOptions) {
    this.#queue();
  }

  get isLeader(): boolean {
    return this.#hub !== undefined;
  }

  /** Sends a message to the hub in the leader tab. */
  send(message: ToHub): void {
    const { tabId, post, receive } = this.parts;
    if (this.#hub) this.#hub.receive(tabId, message, receive);
    else post({ to: "hub", from: tabId, message });
  }

  receive(data: TabMessage): void {
    const { tabId, post, receive, attach } = this.parts;
    if (data.to === "hub") {
      const { from, message } = data;
      this.#hub?.receive(from, message, (response) => post({ to: "tab", tab: from, message: response }));
    } else if (data.to === "tab") {
      if (data.tab === tabId && !this.#hub) receive(data.message);
    } else if (data.leader !== tabId && !this.#hub) attach();
  }

  /** Steals the lock from a leader that stopped responding. */
  steal(): void {
    if (this.#hub) return;
    this.#queued?.abort();
    this.#hold({ steal: true });
  }

  #queue(): void {
    this.#queued = new AbortController();
    this.#hold({ signal: this.#queued.signal });
  }

  #hold(options: { steal?: boolean; signal?: AbortSignal }): void {
    const { locks } = this.parts;
    const held = locks.request(lockName, options, () => {
      this.#lead();
      // Held until the tab closes or another steals it.
      return new Promise<void>(() => undefined);
    });
    held.catch(() => {
      if (options.signal?.aborted) return;
      // Only a lock that was held can be stolen.
      if (!this.#hub) return this.parts.onRefused();
      this.#hub.close();
      this.#hub = undefined;
      this.#queue();
    });
  }

  #lead(): void {
    const { tabId, post, createHub, attach } = this.parts;
    this.#hub ??= createHub();
    post({ to: "all", leader: tabId });
    attach();
  }
}
