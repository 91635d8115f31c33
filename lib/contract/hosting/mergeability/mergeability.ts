import { z } from "zod";
import { openEnum } from "../../open-enum";
import { Actor } from "../actor";
import { PullRequestReference } from "../pull-request";

/** In the order a pull request's blockers are listed. */
export const blockerKinds = [
  "draft",
  "closed",
  "merged",
  "merge_conflict",
  "required_checks",
  "required_approvals",
  "codeowner_approval",
  "behind_base",
  "needs_restack",
  "restack_pending",
  "conflict_check_pending",
  "invalid_stack",
  "ruleset_error",
  "rule_failure",
] as const;

/** Why a pull request can't be merged. An unknown kind blocks too; its message explains why. */
export const MergeBlocker = z.looseObject({
  pullRequest: PullRequestReference,
  kind: openEnum(blockerKinds),
  message: z.string(),
  requiredChecks: z
    .looseObject({
      state: openEnum(["missing", "pending", "failing", "action_required"]),
      checks: z.array(
        z.looseObject({
          name: z.string(),
          owner: Actor,
          checkRun: z
            .looseObject({ id: z.string(), name: z.string(), checkSuite: z.looseObject({ id: z.string() }) })
            .optional(),
        }),
      ),
    })
    .optional(),
  requiredApprovals: z.looseObject({ requiredCount: z.number().int(), approvedCount: z.number().int() }).optional(),
  codeownerApproval: z
    .looseObject({
      requirements: z.array(z.looseObject({ owners: z.array(z.string()), paths: z.array(z.string()) })),
    })
    .optional(),
  /** Threads that a rule requires to be resolved; an extension of the specification. */
  unresolvedThreads: z.looseObject({ count: z.number().int() }).optional(),
  mergeConflict: z
    .looseObject({
      conflictedPaths: z.array(z.string()),
      truncated: z.boolean(),
      inheritedFromDownstack: z.boolean(),
    })
    .optional(),
  stackShape: z
    .looseObject({
      reason: openEnum([
        "partially_merged",
        "cycle",
        "missing_parent",
        "cross_repository_parent",
        "base_branch_missing",
      ]),
      relatedPullRequests: z.array(PullRequestReference),
    })
    .optional(),
});
export type MergeBlocker = z.infer<typeof MergeBlocker>;

/** Whether a merge of this head is expected to succeed, and if not, why (hosting specification, section 4). */
export const Mergeability = z.looseObject({
  pullRequest: PullRequestReference,
  verdict: openEnum(["mergeable", "blocked"]),
  blockers: z.array(MergeBlocker.extend({ evaluatedPullRequests: z.array(PullRequestReference) })),
  evaluatedPullRequests: z.array(PullRequestReference),
  headSha: z.string(),
  baseRef: z.string(),
  baseSha: z.string(),
  evaluatedAt: z.string(),
  /** The base branch accepts only squash merges; an extension of the specification. */
  requiresLinearHistory: z.boolean().optional(),
  /** What rules in evaluate mode would block; an extension of the specification. They don't affect the verdict. */
  evaluatedBlockers: z.array(MergeBlocker).optional(),
  /** Rules that the caller bypasses if it merges; an extension of the specification. They don't affect the verdict. */
  bypassedRules: z
    .array(
      z.looseObject({
        ruleset: z.looseObject({ id: z.string(), name: z.string() }),
        ruleType: z.string(),
        /** What the rule would block if the caller didn't bypass it. */
        blockers: z.array(MergeBlocker),
        /** Set if only this merge method violates the rule. */
        mergeMethod: openEnum(["merge", "squash"]).optional(),
      }),
    )
    .optional(),
});
export type Mergeability = z.infer<typeof Mergeability>;
