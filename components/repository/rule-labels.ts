import type { Ruleset } from "@/lib/contract/hosting/ruleset";
import { readParameters, ruleParameters } from "@/lib/contract/hosting/ruleset-rules";
import { counted } from "@/lib/model/plural";

type Rule = Pick<Ruleset["rules"][number], "ruleType" | "parameters">;

const kinds: Readonly<Record<string, string>> = {
  merge_branch: "Merges into",
  push_branch: "Pushes to branches",
  push_tag: "Pushes to tags",
  push_repository: "Pushes to anything in",
};

export const kindLabel = (kind: string) => (Object.hasOwn(kinds, kind) ? (kinds[kind] ?? kind) : kind);

const plain: Readonly<Record<string, string>> = {
  require_branch_up_to_date: "The branch must hold the newest commits of its base",
  deletion: "Nobody deletes it",
  non_fast_forward: "Nobody rewrites its history",
  block_merges: "Nothing is merged into it",
  required_linear_history: "No merge commits",
};

function reviewRuleLabel(parameters: unknown): string {
  const review = ruleParameters.pull_request.parse(parameters);
  const count = review.requiredApprovingReviewCount;
  const wants = [
    counted(count, "approving review"),
    ...(review.requireCodeOwnerReview ? ["of code owners too"] : []),
    ...(review.dismissStaleReviewsOnPush ? ["stale ones are dismissed"] : []),
    ...(review.requireLastPushApproval ? ["of the last push"] : []),
    ...(review.requiredReviewThreadResolution ? ["threads resolved"] : []),
  ];
  return `A pull request with ${wants.join(", ")}`;
}

/** What a rule requires, in a sentence. An unknown rule is shown as it is. */
export function ruleLabel({ ruleType, parameters }: Rule): string {
  const known = readParameters(ruleType, parameters);
  if (!known) return `${ruleType} ${JSON.stringify(parameters)}`;
  if (Object.hasOwn(plain, ruleType)) return plain[ruleType] ?? ruleType;
  switch (ruleType) {
    case "pull_request":
      return reviewRuleLabel(parameters);
    case "require_status_checks": {
      const { requiredChecks } = ruleParameters.require_status_checks.parse(parameters);
      const names = requiredChecks.map(
        ({ name, runKey, groupKey, actorId }) => `${name ?? runKey ?? groupKey} (${actorId})`,
      );
      return `Checks that pass: ${names.join(", ") || "none"}`;
    }
    case "block_direct_updates":
      return ruleParameters.block_direct_updates.parse(parameters).blockDirectUpdates
        ? "It changes by pull requests alone"
        : "It may be pushed to directly";
    case "ref_name_pattern": {
      const { pattern, negate } = ruleParameters.ref_name_pattern.parse(parameters);
      return `Its name ${negate ? "does not match" : "matches"} ${pattern}`;
    }
    default:
      return `${ruleType} ${JSON.stringify(parameters)}`;
  }
}

/** Who may pass a ruleset, and when. */
export function bypassLabel(actor: Ruleset["bypassActors"][number]): string {
  const { bypassMode, user, team, app, repohostRole } = actor;
  const who = user?.id ?? app?.id ?? team?.groupPublicId ?? repohostRole?.role.replaceAll("_", " ") ?? "somebody";
  return bypassMode === "pull_request_only" ? `${who} (merges alone)` : who;
}
