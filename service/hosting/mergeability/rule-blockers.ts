import type { z } from "zod";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability";
import { type RequiredCheckRule, ruleParameters } from "@/lib/contract/hosting/ruleset-rules";
import { mergeBase } from "../../git/history";
import type { WithGit } from "../../git/with-git";
import type { FoundRepository } from "../access/repository-access";
import { type FoundPullRequest, pullRequestReference, type Reader } from "../pulls/pull-request-row";
import type { AppliedRule } from "../rulesets/applied-rules";
import { type Approver, hasApproved, readApprovers } from "./approvals";
import { checkBlockers } from "./check-blockers";
import { codeownerRequirements } from "./codeowner-requirements";

interface Merge {
  repository: FoundRepository;
  layers: readonly FoundPullRequest[];
  baseRef: string;
  baseSha: string;
}

type ReviewRule = z.infer<typeof ruleParameters.pull_request>;

/** What rules ask of each layer, all rulesets together. */
interface Demands {
  reviews: ReviewRule[];
  checks: RequiredCheckRule[];
  upToDate: boolean;
  /** Rules that can't be met, or are not known. */
  failures: { kind: "rule_failure" | "ruleset_error"; message: string }[];
}

const unsupported = ["dismissStaleReviewsOnPush", "requireLastPushApproval", "requiredReviewThreadResolution"] as const;

function demandsOf(rules: readonly AppliedRule[], { repository, baseRef }: Merge): Demands {
  const demands: Demands = { reviews: [], checks: [], upToDate: false, failures: [] };
  const fail = (message: string) => demands.failures.push({ kind: "rule_failure", message });
  for (const { ruleset, ruleType, parameters } of rules) {
    const by = `The ruleset "${ruleset.name}"`;
    if (!parameters) {
      const message = `${by} has a rule this service does not know (${ruleType}): change or delete it.`;
      demands.failures.push({ kind: "ruleset_error", message });
    } else if (ruleType === "pull_request") {
      const review = ruleParameters.pull_request.parse(parameters);
      demands.reviews.push(review);
      for (const name of unsupported.filter((each) => review[each])) {
        fail(`${by} wants ${name}, which this service does not support: turn it off.`);
      }
    } else if (ruleType === "require_status_checks") {
      demands.checks.push(...ruleParameters.require_status_checks.parse(parameters).requiredChecks);
    } else if (ruleType === "require_branch_up_to_date") demands.upToDate = true;
    else if (ruleType === "block_merges") fail(`${by} lets nothing be merged into ${baseRef}.`);
    else if (ruleType === "required_linear_history" && !repository.allowSquashMerge) {
      fail(`${by} takes no merge commits, and the repository does not allow squashing: allow it.`);
    }
  }
  const unique = new Map(
    demands.checks.map((check) => [[check.actorKind, check.actorId, check.groupKey, check.runKey].join("\0"), check]),
  );
  return { ...demands, checks: [...unique.values()] };
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
      message: `${approvedCount} of ${requiredCount} approving reviews of the latest version, by people who may write: ask somebody to review it.`,
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
    return [
      { pullRequest, kind: "rule_failure", message: "The base's CODEOWNERS is too large to be read: shorten it." },
    ];
  }
  const requirements = found
    .filter(({ owners }) => !owners.some((owner) => hasApproved(owner, approvers)))
    .map(({ owners, paths }) => ({ owners, paths }));
  if (requirements.length === 0) return [];
  const whom = requirements.map(({ owners }) => owners.join(" or ")).join("; ");
  return [
    {
      pullRequest,
      kind: "codeowner_approval",
      message: `Owners of changed files have not approved the latest version: ask ${whom}.`,
      codeownerApproval: { requirements },
    },
  ];
}

/** The root must stand on the tip of the base; what is above it is held to the layer below. */
async function behindBlocker(dir: string, { repository, layers, baseRef, baseSha }: Merge): Promise<MergeBlocker[]> {
  const [root] = layers;
  if (!root) return [];
  const { version, pull } = root;
  const holdsTip = (await mergeBase(dir, baseSha, version.headSha)) === baseSha;
  if (version.baseSha === baseSha && holdsTip) return [];
  const message = `${baseRef} has moved on: bring its commits into ${pull.headRef}.`;
  return [{ pullRequest: pullRequestReference(repository, pull), kind: "behind_base", message }];
}

/** What rules have against a merge. Reads from the transaction it is given, so that it can judge once more inside it. */
export async function ruleBlockers(
  context: WithGit,
  db: Reader,
  rules: readonly AppliedRule[],
  merge: Merge,
): Promise<MergeBlocker[]> {
  if (rules.length === 0) return [];
  const { repository, layers } = merge;
  const { reviews, checks, upToDate, failures } = demandsOf(rules, merge);
  const approversOf = await readApprovers(db, repository, layers);
  const blockers: MergeBlocker[] = [];
  for (const [index, layer] of layers.entries()) {
    const pullRequest = pullRequestReference(repository, layer.pull);
    const approvers = approversOf(layer.pull.id);
    const messages = new Map(failures.map((failure) => [failure.message, failure]));
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
