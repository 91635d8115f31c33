import { z } from "zod";

export const RepositoryResource = z.object({
  full_name: z.string().regex(/^[A-Za-z0-9_-]+\/[A-Za-z0-9._-]+$/),
  default_branch: z.string(),
  archived: z.boolean().default(false),
  /** The permissions of the token's user; the token itself can have fewer. */
  permissions: z.object({ push: z.boolean() }).optional(),
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
});
export type RepositoryResource = z.infer<typeof RepositoryResource>;

export const RepositoryList = z.array(RepositoryResource);

const PullBranch = z.object({
  ref: z.string(),
  sha: z.string(),
  /** Null if the fork was deleted. */
  repo: z.object({ full_name: z.string() }).nullable(),
});

export const PullResource = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  state: z.enum(["open", "closed"]),
  draft: z.boolean().default(false),
  merged_at: z.string().nullable(),
  updated_at: z.string(),
  head: PullBranch,
  base: PullBranch.extend({ repo: z.object({ full_name: z.string() }) }),
  /** Null while GitHub computes it. Only in responses about one pull request. */
  mergeable: z.boolean().nullable().optional(),
  mergeable_state: z.string().optional(),
  additions: z.number().default(0),
  deletions: z.number().default(0),
});
export type PullResource = z.infer<typeof PullResource>;

export const PullList = z.array(PullResource.omit({ mergeable: true, mergeable_state: true }));

export const ReferenceList = z.array(z.object({ ref: z.string(), object: z.object({ sha: z.string() }) }));

export const Comparison = z.object({ ahead_by: z.number(), behind_by: z.number() });

export const ReviewList = z.array(
  z.object({
    user: z.object({ login: z.string() }).nullable(),
    state: z.string(),
    submitted_at: z.string().optional(),
  }),
);

export const ReviewCommentList = z.array(
  z.object({
    id: z.number(),
    in_reply_to_id: z.number().optional(),
    path: z.string(),
    /** Null if the line has changed since. */
    line: z.number().nullish(),
    subject_type: z.string().optional(),
    body: z.string(),
    user: z.object({ login: z.string() }).nullable(),
    html_url: z.string(),
  }),
);
export type ReviewCommentList = z.infer<typeof ReviewCommentList>;

const link = z.string().nullish();

export const CheckRunList = z.object({
  total_count: z.number(),
  check_runs: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullable(),
      html_url: link,
      output: z.object({ title: z.string().nullable(), summary: z.string().nullable() }),
    }),
  ),
});

export const WorkflowRunList = z.object({
  total_count: z.number(),
  workflow_runs: z.array(
    z.object({
      name: z.string().nullish(),
      status: z.string().nullable(),
      conclusion: z.string().nullable(),
      html_url: link,
    }),
  ),
});

export const CombinedStatus = z.object({
  total_count: z.number(),
  statuses: z.array(
    z.object({ context: z.string(), state: z.string(), description: z.string().nullable(), target_url: link }),
  ),
});
