import type { LoginProgress } from "@/lib/contract/admin/agent-programs/agent-program";
import type { agentPrograms } from "../core/store/tables/agent-programs";

type ProgramRow = typeof agentPrograms.$inferSelect;

/** Logs programs in, in the background. A login in progress is kept in memory, by the process that started it. */
export interface ProgramLogins {
  /** Starts a login, instead of one in progress. `stored` is called with the changed row. */
  start(row: ProgramRow, methodId: string, stored: (row: ProgramRow) => Promise<unknown>): void;
  /** Passes a line to the program. Returns false if it doesn't read input. */
  enter(name: string, text: string): boolean;
  /** Cancels the login in progress, or forgets the one that failed. Returns false without one. */
  cancel(name: string): boolean;
  progress(name: string): LoginProgress | null;
  /** Cancels all. */
  close(): Promise<void>;
}

export interface WithProgramLogins {
  programLogins: ProgramLogins;
}
