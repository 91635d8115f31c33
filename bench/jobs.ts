/** What the reading thread is asked to do. It shares no event loop with the service, as a client would not. */
export type Job =
  /** Follows streams until each has brought `events` events with an id. */
  | { kind: "follow"; url: string; key: string; paths: readonly string[]; events: number; times: boolean }
  /** Reads one stream from its beginning to its end. */
  | { kind: "replay"; url: string; key: string; path: string }
  /** Reads the same rows from Postgres. */
  | { kind: "select"; databaseUrl: string; runId: string }
  /** So many claimers claim all of the requests; fails when one is won other than once. */
  | { kind: "claim"; url: string; key: string; ids: readonly string[]; claimers: number }
  /** Reads the queue of a pool page by page. */
  | { kind: "page"; url: string; key: string; pool: string }
  /** Watches the queue of a pool until so many transitions were told. */
  | { kind: "watch"; url: string; key: string; pool: string; cursor: string; events: number }
  /** So many callers each make their call so often, one after another; how long each took. They share the addresses. */
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
  /** Every stream has begun. */
  | { kind: "open" }
  | {
      kind: "done";
      ms: number;
      at: number;
      events: number;
      arrivals: readonly Arrival[];
      /** Milliseconds of each call, of a job that calls. */
      durations?: readonly number[];
    }
  | { kind: "failed"; message: string };

/** Milliseconds of a clock that all threads of the machine share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
