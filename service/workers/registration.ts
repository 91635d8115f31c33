/** What a worker reports when it connects. */
export interface WorkerRegistration {
  workerId: string;
  /** New for each start of the worker process. */
  incarnation: string;
  /** Whether this process is reconnecting. It must not replace a process started after it. */
  resumed: boolean;
  name: string;
  /** Undefined for a personal machine. */
  pool?: string | undefined;
  /** The repository checked out in its folder. Ignored if it isn't hosted here. */
  repository?: { owner: string; name: string; url?: string | undefined } | undefined;
  workspaceRootPath: string;
  labels: { key: string; value: string }[];
  /** Ids of the models whose agents it can run. */
  models: string[];
}

/** A registered worker and its connection. Older connections of the same worker are stale. */
export interface RegisteredWorker {
  connectionId: string;
  teamId: number;
  workerId: string;
  /** Null for a personal machine. */
  poolId: string | null;
  /** Set for workers with a user's credential. */
  userId: number | null;
  name: string;
  models: readonly string[];
  /** Set for a worker with a session token: the only agent it serves. */
  onlyAgentId: string | null;
  /** Set for a worker that registered with a registration token: what it connects with from now on. */
  credential?: string;
}
