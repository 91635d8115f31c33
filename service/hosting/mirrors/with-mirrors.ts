/** Keeps mirrors in sync with their upstreams. Leases ensure that only one service works on a mirror. */
export interface MirrorWorker {
  /** Starts due jobs and syncs, up to the concurrency limit. */
  tick(): Promise<void>;
  /** Checks for due work now, without waiting for it. */
  wake(): void;
  /** Releases leases left by an earlier process. Call only at startup, when no other service uses the data. */
  recover(): Promise<void>;
  /** Aborts running work; the next start continues it. */
  close(): Promise<void>;
}

export interface WithMirrors {
  mirrors: MirrorWorker;
}
