/** Something that database, git and files don't agree on. */
export interface Problem {
  /** What it is about: `repository repo_…`, `run run-…`. */
  subject: string;
  /** One sentence. */
  what: string;
}

/** Collects the problems of one kind of thing. */
export type Report = (subject: string, what: string) => void;
