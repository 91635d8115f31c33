/** How the one watch of the queue is doing. Times are Unix milliseconds, by the dashboard's clock. */
export interface QueueHealth {
  /** `polling`: the service refuses the watch, so the list is read again and again. */
  mode: "connecting" | "watching" | "polling" | "failing";
  /** Why it is not watching. */
  message?: string | undefined;
  /** When the list was last read whole. */
  listedAtMs?: number | undefined;
  /** When the watch last brought anything that moves its cursor, heartbeats included. */
  cursorAtMs?: number | undefined;
  /** When a request last changed. */
  eventAtMs?: number | undefined;
  /** How often the list was read again since the watcher began. */
  relists: number;
  /** Signs of life of the watcher. */
  aliveAtMs: number;
}

export const unwatched: QueueHealth = { mode: "connecting", relists: 0, aliveAtMs: 0 };
