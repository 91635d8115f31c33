import type { BypassedRule } from "@/git/transport/push-hooks";
import type { WithGit } from "@/git/with-git";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { Reader } from "../../core/store/transaction";
import type { FoundRepository } from "../access/repository-access";
import type { FoundPullRequest } from "../pulls/pull-request-row";
import { type AppliedRule, appliedRules, bypassedRule, coveringRules } from "../rulesets/applied-rules";
import type { RuleActor } from "../rulesets/rule-actor";
import { type RulesetRow, readRulesets } from "../rulesets/ruleset-row";
import { ruleBlockers } from "./rule-blockers";

/** A rule that a merge violates, and what it would block. */
export interface BypassedMergeRule {
  rule: BypassedRule;
  blockers: MergeBlocker[];
  /** Set if only this merge method violates the rule. */
  method?: "merge";
}

export interface RuleEvaluation {
  blockers: MergeBlocker[];
  /** Blockers from rulesets in evaluate mode, for logging only. */
  dryRunBlockers: MergeBlocker[];
  /** The base branch requires linear history. */
  linear: boolean;
  /** Enforced rules on the base branch that the merge violates and the actor bypasses. */
  bypassed: BypassedMergeRule[];
  /** Head branches that rules protect from deletion after the merge. */
  protectedHeads: ReadonlySet<string>;
}

const ofMerges: readonly string[] = ["block_merges", "required_linear_history"];

function findProtectedHeads(rows: readonly RulesetRow[], defaultBranch: string, layers: readonly FoundPullRequest[]) {
  const heads = layers.map(({ pull }) => pull.headRef);
  return new Set(
    heads.filter((head) => {
      // The service deletes them, and it is on no bypass list.
      const query = { ref: `refs/heads/${head}`, defaultBranch, actor: {}, by: "push" } as const;
      return appliedRules(rows, query).some(({ enforced, ruleType }) => enforced && ruleType === "deletion");
    }),
  );
}

/** Evaluates a repository's rulesets for a merge by an actor. `db` can be a transaction. */
export async function evaluateMergeRules(
  context: WithGit,
  db: Reader,
  merge: {
    repository: FoundRepository;
    layers: readonly FoundPullRequest[];
    baseRef: string;
    baseSha: string;
    actor: RuleActor;
  },
): Promise<RuleEvaluation> {
  const { repository, layers, baseRef, actor } = merge;
  const rows = await readRulesets(db, repository.id);
  const { defaultBranch } = repository;
  const covering = coveringRules(rows, { ref: `refs/heads/${baseRef}`, defaultBranch, actor, by: "merge" }).filter(
    ({ ruleset, ruleType, parameters }: AppliedRule) =>
      ruleset.kind === "merge_branch" || ofMerges.includes(ruleType) || !parameters,
  );
  const rules = covering.filter(({ bypassed }) => !bypassed);
  const [enforced, others] = [rules.filter((rule) => rule.enforced), rules.filter((rule) => !rule.enforced)];
  const bypassed: BypassedMergeRule[] = [];
  for (const rule of covering.filter((each) => each.bypassed && each.enforced)) {
    const found = { rule: bypassedRule(rule), blockers: await ruleBlockers(context, db, [rule], merge) };
    if (found.blockers.length > 0) bypassed.push(found);
    else if (rule.ruleType === "required_linear_history") bypassed.push({ ...found, method: "merge" });
  }
  return {
    blockers: await ruleBlockers(context, db, enforced, merge),
    dryRunBlockers: await ruleBlockers(context, db, others, merge),
    bypassed,
    linear: enforced.some(({ ruleType }) => ruleType === "required_linear_history"),
    protectedHeads: findProtectedHeads(
      rows.filter(({ kind }) => kind !== "merge_branch"),
      defaultBranch,
      layers,
    ),
  };
}
