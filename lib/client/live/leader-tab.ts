import type { FromHub, ToHub } from "./hub-messages";
import type { LiveHub } from "./live-hub";

export const lockName = "slipway.live";

/** The browser's locks, as far as they are needed. */
export interface Locks {
  request(name: string, options: { steal?: boolean; signal?: AbortSignal }, hold: () => Promise<void>): Promise<void>;
}

/** Messages between tabs. Each one reaches every other tab. */
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
  /** There is a new leader: send it what this tab watches. */
  attach(): void;
}

/**
 * Where no worker can be shared, one tab holds the connection for all: the one that holds the lock. When it closes, the
 * next in the queue gets the lock; when it only falls silent, another takes it away.
 */
export class LeaderTab {
  #hub: LiveHub | undefined;
  #queued: AbortController | undefined;

  constructor(private readonly parts: LeaderTabOptions) {
    this.#queue();
  }

  get leads(): boolean {
    return this.#hub !== undefined;
  }

  /** Sends a message to the hub, in whichever tab it is. */
  send(message: ToHub): void {
    const { tabId, post, receive } = this.parts;
    if (this.#hub) this.#hub.receive(tabId, message, receive);
    else post({ to: "hub", from: tabId, message });
  }

  receive(data: TabMessage): void {
    const { tabId, post, receive, attach } = this.parts;
    if (data.to === "hub") {
      const { from, message } = data;
      this.#hub?.receive(from, message, (answer) => post({ to: "tab", tab: from, message: answer }));
    } else if (data.to === "tab") {
      if (data.tab === tabId && !this.#hub) receive(data.message);
    } else if (data.leader !== tabId && !this.#hub) attach();
  }

  /** Takes the connection over from a leader that has fallen silent. */
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
      this.#hub?.close();
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
