import { z } from "zod";
import { atMostCharacters } from "../at-most-characters";
import { openEnum } from "../open-enum";
import { Actor } from "./actor";
import { int64Input } from "./int64-input";
import { Label } from "./label";
import { Owner, RepoPath } from "./repo";
import { RuleBypass } from "./rule-bypass";

export const RepositoryReference = z.looseObject({ id: z.string(), name: z.string(), owner: Owner });
export type RepositoryReference = z.infer<typeof RepositoryReference>;

export const PullRequestReference = z.looseObject({
  id: z.string(),
  number: z.string(),
  repository: RepositoryReference,
});
export type PullRequestReference = z.infer<typeof PullRequestReference>;

/** The version a comment or review refers to. */
export const PullRequestVersionReference = z.looseObject({
  number: z.string(),
  headSha: z.string(),
  baseSha: z.string(),
});

export const potentialMergeStates = ["unknown", "prepared", "merge_conflict"] as const;

export const diffErrors = ["too_large", "unreadable"] as const;

/** Recorded when the head is pushed, the base retargeted, or a pull request reopened after its head moved. */
export const PullRequestVersion = PullRequestVersionReference.extend({
  createdAt: z.string(),
  additions: z.number().int(),
  deletions: z.number().int(),
  changedFiles: z.number().int(),
  /** Why the stats couldn't be computed and are 0; an extension of the specification. `unreadable`: objects are missing or damaged. */
  diffError: openEnum(diffErrors).optional(),
  potentialMergeCommit: z.looseObject({
    /** `unknown`: not computed yet, fetch again. */
    state: openEnum(potentialMergeStates),
    sha: z.string().optional(),
    baseSha: z.string().optional(),
  }),
});

export const pullRequestStates = ["open", "closed", "merged"] as const;

/** A pull request (hosting specification, section 2 Pull request). Branches are short names; timestamps are RFC 3339. */
export const PullRequest = z.looseObject({
  id: z.string(),
  number: z.string(),
  state: openEnum(pullRequestStates),
  draft: z.boolean(),
  merged: z.boolean(),
  title: z.string(),
  body: z.string(),
  head: z.looseObject({ ref: z.string(), sha: z.string() }),
  base: z.looseObject({ ref: z.string(), sha: z.string() }),
  author: Actor,
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().optional(),
  mergedAt: z.string().optional(),
  mergeCommitSha: z.string().optional(),
  /** Set if rules allowed the merge only because its actor bypassed them; an extension of the specification. */
  mergeBypass: RuleBypass.optional(),
  additions: z.number().int(),
  deletions: z.number().int(),
  changedFiles: z.number().int(),
  labels: z.array(Label),
  stack: z.looseObject({ id: z.string(), parentPullRequest: PullRequestReference.optional() }).optional(),
  version: PullRequestVersion,
});
export type PullRequest = z.infer<typeof PullRequest>;

/** A decimal number in the path; anything else is not found. */
export const PullRequestPath = RepoPath.extend({ pullNumber: z.string() });

/** Text of at most `maxCodePoints` Unicode code points. */
export function text(maxCodePoints: number) {
  return z
    .string("must be text")
    .refine(...atMostCharacters(maxCodePoints))
    .refine((value) => !value.includes("\0"), "must not contain NUL characters");
}

export const pullRequestTitle = text(256).refine((value) => value.trim() !== "", "must not be empty");
export const pullRequestBody = text(65_536);

/** Selects the stack parent by exactly one member; which ones are allowed depends on the operation. */
export const ParentPullRequestSelector = z.looseObject({
  number: int64Input.optional(),
  id: z.string("must be text").optional(),
  clear: z.boolean("must be true").optional(),
});
export type ParentPullRequestSelector = z.infer<typeof ParentPullRequestSelector>;

/** The expected head commit; guards against a head that moved. */
export const expectedHeadSha = z
  .string("must be text")
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, "must be a full commit SHA")
  .transform((sha) => sha.toLowerCase())
  .optional();
