/** Keeps mirrors in sync with their sources. One service at a time works on a mirror. */
export interface MirrorWork {
  /** Begins what is due, as far as there is room. */
  tick(): Promise<void>;
  /** Checks for due work now, without waiting for it. */
  wake(): void;
  /** Releases the leases of an earlier process of this service. Only for the start of one that is alone on its data. */
  recover(): Promise<void>;
  /** Aborts what is under way; the next start continues it. */
  close(): Promise<void>;
}

export interface WithMirrors {
  mirrors: MirrorWork;
}
