import { z } from "zod";

/** An author or committer as stored in the commit. The date keeps its UTC offset. */
export const CommitAuthor = z.looseObject({ name: z.string(), email: z.string(), date: z.string() });

const Linked = z.looseObject({ sha: z.string() });

/** A git commit object. */
export const GitCommit = z.looseObject({
  sha: z.string(),
  author: CommitAuthor,
  committer: CommitAuthor,
  message: z.string(),
  tree: Linked,
  parents: z.array(Linked),
});
export type GitCommit = z.infer<typeof GitCommit>;

export const CommitStats = z.looseObject({
  additions: z.number().int(),
  deletions: z.number().int(),
  total: z.number().int(),
});

/** A commit in a list; `stats` only on Get Commit. */
export const Commit = z.looseObject({
  sha: z.string(),
  commit: z.looseObject({ author: CommitAuthor, committer: CommitAuthor, message: z.string(), tree: Linked }),
  parents: z.array(Linked),
  stats: CommitStats.optional(),
});
export type Commit = z.infer<typeof Commit>;
