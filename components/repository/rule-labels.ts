import type { Ruleset } from "@/lib/contract/hosting/rulesets/ruleset";
import { readParameters, ruleParameters } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import { counted } from "@/lib/model/plural";

type Rule = Pick<Ruleset["rules"][number], "ruleType" | "parameters">;

const kinds: Readonly<Record<string, string>> = {
  merge_branch: "Merges into branches",
  push_branch: "Pushes to branches",
  push_tag: "Pushes to tags",
  push_repository: "Pushes to the repository",
};

export const kindLabel = (kind: string) => (Object.hasOwn(kinds, kind) ? (kinds[kind] ?? kind) : kind);

const fixedLabels: Readonly<Record<string, string>> = {
  require_branch_up_to_date: "Requires branches to be up to date",
  deletion: "Blocks deletion",
  non_fast_forward: "Blocks force pushes",
  block_merges: "Blocks merges",
  required_linear_history: "Requires linear history",
};

function reviewRuleLabel(parameters: unknown): string {
  const review = ruleParameters.pull_request.parse(parameters);
  const count = review.requiredApprovingReviewCount;
  const requirements = [
    counted(count, "approving review"),
    ...(review.requireCodeOwnerReview ? ["code owner review"] : []),
    ...(review.dismissStaleReviewsOnPush ? ["stale approvals dismissed on push"] : []),
    ...(review.requireLastPushApproval ? ["approval of the last push"] : []),
    ...(review.requiredReviewThreadResolution ? ["all threads resolved"] : []),
  ];
  return `Requires a pull request with ${requirements.join(", ")}`;
}

/** Returns the name of an actor by its id. */
type NameOf = (id: string) => string;

/** Describes a rule. An unknown rule is shown as JSON. */
export function ruleLabel({ ruleType, parameters }: Rule, nameOf: NameOf = String): string {
  const known = readParameters(ruleType, parameters);
  if (!known) return `${ruleType} ${JSON.stringify(parameters)}`;
  if (Object.hasOwn(fixedLabels, ruleType)) return fixedLabels[ruleType] ?? ruleType;
  switch (ruleType) {
    case "pull_request":
      return reviewRuleLabel(parameters);
    case "require_status_checks": {
      const { requiredChecks } = ruleParameters.require_status_checks.parse(parameters);
      const names = requiredChecks.map(
        ({ name, runKey, groupKey, actorId }) => `${name ?? runKey ?? groupKey} (${nameOf(actorId)})`,
      );
      return `Requires status checks: ${names.join(", ") || "none"}`;
    }
    case "block_direct_updates":
      return ruleParameters.block_direct_updates.parse(parameters).blockDirectUpdates
        ? "Blocks direct pushes"
        : "Allows direct pushes";
    case "ref_name_pattern": {
      const { pattern, negate } = ruleParameters.ref_name_pattern.parse(parameters);
      return `Name ${negate ? "must not match" : "must match"} ${pattern}`;
    }
    default:
      return `${ruleType} ${JSON.stringify(parameters)}`;
  }
}

/** The name of a bypass actor, and its mode. */
export function bypassLabel(actor: Ruleset["bypassActors"][number], nameOf: NameOf = String): string {
  const { bypassMode, user, team, app, repohostRole } = actor;
  const id = user?.id ?? app?.id ?? team?.groupPublicId;
  const who = (id && nameOf(id)) ?? repohostRole?.role.replaceAll("_", " ") ?? "unknown";
  return bypassMode === "pull_request_only" ? `${who} (pull requests only)` : who;
}
