import { z } from "zod";

/** An identity as the commit stores it, with the date in its own offset. */
export const CommitAuthor = z.looseObject({ name: z.string(), email: z.string(), date: z.string() });

const Linked = z.looseObject({ sha: z.string() });

/** A commit in git's flat shape. */
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
