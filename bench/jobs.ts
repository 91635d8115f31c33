/** A job of the client thread, which doesn't share an event loop with the service. */
export type Job =
  /** Follows streams until each has received `events` events with an id. */
  | { kind: "follow"; url: string; key: string; paths: readonly string[]; events: number; times: boolean }
  /** Reads one stream from start to end. */
  | { kind: "replay"; url: string; key: string; path: string }
  /** Reads the same rows from Postgres. */
  | { kind: "select"; databaseUrl: string; runId: string }
  /** `claimers` clients each claim all requests. Fails unless each request has exactly one winner. */
  | { kind: "claim"; url: string; key: string; ids: readonly string[]; claimers: number }
  /** Lists a pool's queue page by page. */
  | { kind: "page"; url: string; key: string; pool: string }
  /** Watches a pool's queue until it has received `events` transitions. */
  | { kind: "watch"; url: string; key: string; pool: string; cursor: string; events: number }
  /** `callers` clients each make `calls` sequential calls and measure each. Callers alternate between the URLs. */
  | {
      kind: "call";
      urls: readonly string[];
      headers: Readonly<Record<string, string>>;
      callers: number;
      calls: number;
    };

export interface Arrival {
  sequence: number;
  at: number;
}

export type Report =
  /** All streams are open. */
  | { kind: "open" }
  | {
      kind: "done";
      ms: number;
      at: number;
      events: number;
      arrivals: readonly Arrival[];
      /** Milliseconds per call, for `call` jobs. */
      durations?: readonly number[];
    }
  | { kind: "failed"; message: string };

/** Returns milliseconds of a monotonic clock that all threads share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
