/** The state of the dashboard's watch on the queue. Times are Unix milliseconds on the dashboard's clock. */
export interface QueueHealth {
  /** `polling`: the service rejects the watch, so the list is polled. */
  mode: "connecting" | "watching" | "polling" | "failing";
  /** Why it is not watching. */
  message?: string | undefined;
  /** When the complete list was last loaded. */
  listedAtMs?: number | undefined;
  /** When the cursor last moved; heartbeats move it too. */
  cursorAtMs?: number | undefined;
  /** When a request last changed. */
  eventAtMs?: number | undefined;
  /** How often the list was reloaded since the watcher started. */
  relists: number;
  /** The watcher's last heartbeat. */
  aliveAtMs: number;
}

export const initialHealth: QueueHealth = { mode: "connecting", relists: 0, aliveAtMs: 0 };
