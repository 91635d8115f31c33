/** What a worker says of itself when it connects. */
export interface WorkerRegistration {
  workerId: string;
  /** Made anew by each start of the worker's process. */
  incarnation: string;
  /** This incarnation was connected before: it goes on, and gives way to one that was started after it. */
  resumed: boolean;
  name: string;
  /** Absent for a personal machine. */
  pool?: string | undefined;
  /** The repository its folder is a checkout of. One that this service does not have counts as none. */
  repository?: { owner: string; name: string; url?: string | undefined } | undefined;
  workspaceRootPath: string;
  labels: { key: string; value: string }[];
  /** Ids of the models whose agents it can run. */
  models: string[];
}

/** A registered worker on its connection. Whoever holds an older connection of the same worker holds a stale one. */
export interface RegisteredWorker {
  connectionId: string;
  teamId: number;
  workerId: string;
  /** Absent for a personal machine. */
  poolId: string | null;
  /** Set for workers with a user's credential. */
  userId: number | null;
  name: string;
  models: readonly string[];
  /** The worker has a session token: it serves this agent alone. */
  onlyAgentId: string | null;
}
