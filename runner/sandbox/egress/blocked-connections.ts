import type { BlockedConnection } from "../run-sandbox";

/** Destinations reported per run; more are blocked silently. */
const maxReported = 100;

/** Blocked connections of a run, each destination once. */
export class BlockedConnections {
  readonly #known = new Map<string, BlockedConnection>();
  #listener: ((blocked: BlockedConnection) => void) | undefined;

  add(blocked: BlockedConnection): void {
    const key = `${blocked.host}:${blocked.port}`;
    if (this.#known.has(key) || this.#known.size >= maxReported) return;
    this.#known.set(key, blocked);
    this.#listener?.(blocked);
  }

  /** Calls `listener` with every destination so far, and with each new one. */
  follow(listener: (blocked: BlockedConnection) => void): void {
    this.#listener = listener;
    for (const blocked of this.#known.values()) listener(blocked);
  }
}
