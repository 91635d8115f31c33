/** An inconsistency between the database, git and files. */
export interface Problem {
  /** For example `repository repo_…` or `run run-…`. */
  subject: string;
  detail: string;
}

/** Collects problems. */
export type Report = (subject: string, detail: string) => void;
