/** Executes cloud runs on this machine, one at a time per agent. */
export interface RunDispatcher {
  /** Schedules a stored run; returns immediately. */
  start(runId: string): void;
  /** Ends runs whose service died and starts those that never started. `exclusive`: no other service shares the database. */
  recover(exclusive: boolean): Promise<void>;
  /** Starts runs that no service started, because the confirmation of their commit was lost. */
  startMissed(): Promise<void>;
  /** Calls `work` when the agent's executing run, if any, has ended and no other can execute before `work` returns. */
  afterRun<T>(agentId: string, work: () => Promise<T>): Promise<T>;
  /** Ends active runs as ERROR `service_stopped`. */
  close(): Promise<void>;
}

export interface WithDispatcher {
  dispatcher: RunDispatcher;
}
