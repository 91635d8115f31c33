/** Executes the runs of this service on its own runner, one at a time per agent. */
export interface RunDispatcher {
  /** Begins a stored run soon; returns at once. */
  start(runId: string): void;
  /** Ends runs whose service died, and begins those that never began. `alone`: no other service shares the database. */
  recover(alone: boolean): Promise<void>;
  /** Begins runs that were stored while the confirmation got lost, so that no service started them. */
  pickUp(): Promise<void>;
  removeWorkspace(agentId: string): Promise<void>;
  /** Ends the runs under way, as ERROR `service_stopped`. */
  close(): Promise<void>;
}

export interface WithDispatcher {
  dispatcher: RunDispatcher;
}
