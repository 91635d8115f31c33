import type { z } from "zod";
import { mergeBase } from "@/git/history/history";
import type { WithGit } from "@/git/with-git";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import { type RequiredCheckRule, ruleParameters } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import { counted } from "@/lib/model/plural";
import type { Reader } from "../../core/store/transaction";
import type { FoundRepository } from "../access/repository-access";
import { type FoundPullRequest, pullRequestReference } from "../pulls/pull-request-row";
import type { AppliedRule } from "../rulesets/applied-rules";
import { type Approver, hasApproved, readApprovers } from "./approvals";
import { checkBlockers } from "./check-blockers";
import { codeownerRequirements } from "./codeowner-requirements";
import { reviewPolicyFailures } from "./review-policy";

interface Merge {
  repository: FoundRepository;
  layers: readonly FoundPullRequest[];
  baseRef: string;
  baseSha: string;
}

type ReviewRule = z.infer<typeof ruleParameters.pull_request> & { rulesetName: string };

/** Requirements for each layer, combined from all rulesets. */
interface Requirements {
  reviews: ReviewRule[];
  checks: RequiredCheckRule[];
  upToDate: boolean;
  /** Rules that are unknown or can't be satisfied. */
  failures: { kind: "rule_failure" | "ruleset_error"; message: string }[];
}

function collectRequirements(rules: readonly AppliedRule[], { repository, baseRef }: Merge): Requirements {
  const required: Requirements = { reviews: [], checks: [], upToDate: false, failures: [] };
  const fail = (message: string) => required.failures.push({ kind: "rule_failure", message });
  for (const { ruleset, ruleType, parameters } of rules) {
    const subject = `Ruleset "${ruleset.name}"`;
    if (!parameters) {
      const message = `${subject} has an unknown rule (${ruleType}). Change or delete it.`;
      required.failures.push({ kind: "ruleset_error", message });
    } else if (ruleType === "pull_request") {
      required.reviews.push({ ...ruleParameters.pull_request.parse(parameters), rulesetName: ruleset.name });
    } else if (ruleType === "require_status_checks") {
      required.checks.push(...ruleParameters.require_status_checks.parse(parameters).requiredChecks);
    } else if (ruleType === "require_branch_up_to_date") required.upToDate = true;
    else if (ruleType === "block_merges") fail(`${subject} blocks all merges into ${baseRef}.`);
    else if (ruleType === "required_linear_history" && !repository.allowSquashMerge) {
      fail(`${subject} requires linear history, but the repository doesn't allow squash merging. Allow it.`);
    }
  }
  const unique = new Map(
    required.checks.map((check) => [[check.actorKind, check.actorId, check.groupKey, check.runKey].join("\0"), check]),
  );
  return { ...required, checks: [...unique.values()] };
}

function approvalBlocker(
  pullRequest: MergeBlocker["pullRequest"],
  reviews: readonly ReviewRule[],
  approvers: readonly Approver[],
): MergeBlocker[] {
  const requiredCount = Math.max(0, ...reviews.map(({ requiredApprovingReviewCount }) => requiredApprovingReviewCount));
  const approvedCount = approvers.length;
  if (approvedCount >= requiredCount) return [];
  return [
    {
      pullRequest,
      kind: "required_approvals",
      message: `${counted(requiredCount, "approval")} of the latest version required, ${approvedCount} so far.`,
      requiredApprovals: { requiredCount, approvedCount },
    },
  ];
}

async function codeownerBlocker(
  context: WithGit,
  { repository, layers, baseSha }: Merge,
  index: number,
  approvers: readonly Approver[],
): Promise<MergeBlocker[]> {
  const layer = layers[index];
  if (!layer) return [];
  const pullRequest = pullRequestReference(repository, layer.pull);
  const reader = context.objects.of(context.repositories.path(repository.id));
  const from = layers[index - 1]?.version.headSha ?? baseSha;
  const found = await codeownerRequirements(reader, { baseSha, from, to: layer.version.headSha });
  if (found === "too large") {
    return [{ pullRequest, kind: "rule_failure", message: "CODEOWNERS on the base branch is too large. Shorten it." }];
  }
  const requirements = found
    .filter(({ owners }) => !owners.some((owner) => hasApproved(owner, approvers)))
    .map(({ owners, paths }) => ({ owners, paths }));
  if (requirements.length === 0) return [];
  const owners = requirements.map(({ owners }) => owners.join(" or ")).join("; ");
  return [
    {
      pullRequest,
      kind: "codeowner_approval",
      message: `Code owners haven't approved the latest version. Request a review from ${owners}.`,
      codeownerApproval: { requirements },
    },
  ];
}

/** The root must contain the base's head; layers above it must contain the layer below. */
async function behindBlocker(dir: string, { repository, layers, baseRef, baseSha }: Merge): Promise<MergeBlocker[]> {
  const [root] = layers;
  if (!root) return [];
  const { version, pull } = root;
  const containsBase = (await mergeBase(dir, baseSha, version.headSha)) === baseSha;
  if (version.baseSha === baseSha && containsBase) return [];
  const message = `${pull.headRef} is behind ${baseRef}. Update it with the base branch.`;
  return [{ pullRequest: pullRequestReference(repository, pull), kind: "behind_base", message }];
}

/** Blockers that rules impose on a merge. Reads from `db`, which can be a transaction, so that it can run again inside one. */
export async function ruleBlockers(
  context: WithGit,
  db: Reader,
  rules: readonly AppliedRule[],
  merge: Merge,
): Promise<MergeBlocker[]> {
  if (rules.length === 0) return [];
  const { repository, layers } = merge;
  const { reviews, checks, upToDate, failures } = collectRequirements(rules, merge);
  const approversOf = await readApprovers(db, repository, layers);
  const blockers: MergeBlocker[] = [];
  for (const [index, layer] of layers.entries()) {
    const pullRequest = pullRequestReference(repository, layer.pull);
    const approvers = approversOf(layer.pull.id);
    const policy = (await reviewPolicyFailures(db, layer, reviews, approvers)).map((failure) => ({
      kind: "rule_failure" as const,
      ...failure,
    }));
    const messages = new Map([...failures, ...policy].map((failure) => [failure.message, failure]));
    blockers.push(
      ...(await checkBlockers(db, pullRequest, layer, checks)),
      ...approvalBlocker(pullRequest, reviews, approvers),
      ...[...messages.values()].map((failure) => ({ pullRequest, ...failure })),
    );
    if (reviews.some(({ requireCodeOwnerReview }) => requireCodeOwnerReview)) {
      blockers.push(...(await codeownerBlocker(context, merge, index, approvers)));
    }
  }
  if (upToDate) blockers.push(...(await behindBlocker(context.repositories.path(repository.id), merge)));
  return blockers;
}
