import type { MergeBlocker } from "@/lib/contract/hosting/mergeability";
import type { WithGit } from "../../git/with-git";
import type { FoundRepository } from "../access/repository-access";
import type { FoundPullRequest, Reader } from "../pulls/pull-request-row";
import { type AppliedRule, appliedRules } from "../rulesets/applied-rules";
import type { RuleActor } from "../rulesets/rule-actor";
import { type RulesetRow, readRulesets } from "../rulesets/ruleset-row";
import { ruleBlockers } from "./rule-blockers";

export interface MergeJudgement {
  blockers: MergeBlocker[];
  /** What rulesets that only watch would have said. */
  watched: MergeBlocker[];
  /** The base takes no merge commits. */
  linear: boolean;
  /** Head branches that no merge may delete. */
  keptHeads: ReadonlySet<string>;
}

const ofMerges: readonly string[] = ["block_merges", "required_linear_history"];

function keptHeads(rows: readonly RulesetRow[], defaultBranch: string, layers: readonly FoundPullRequest[]) {
  const heads = layers.map(({ pull }) => pull.headRef);
  return new Set(
    heads.filter((head) => {
      // The service deletes them, whom no ruleset lets pass.
      const given = { ref: `refs/heads/${head}`, defaultBranch, actor: { permission: "none" }, by: "push" } as const;
      return appliedRules(rows, given).some(({ enforced, ruleType }) => enforced && ruleType === "deletion");
    }),
  );
}

/** What the rulesets of a repository say to a merge by somebody, by what `db`, perhaps a transaction, shows. */
export async function judgeMerge(
  context: WithGit,
  db: Reader,
  merge: {
    repository: FoundRepository;
    layers: readonly FoundPullRequest[];
    baseRef: string;
    baseSha: string;
    actor: RuleActor;
  },
): Promise<MergeJudgement> {
  const { repository, layers, baseRef, actor } = merge;
  const rows = await readRulesets(db, repository.id);
  const { defaultBranch } = repository;
  const rules = appliedRules(rows, { ref: `refs/heads/${baseRef}`, defaultBranch, actor, by: "merge" }).filter(
    ({ ruleset, ruleType, parameters }: AppliedRule) =>
      ruleset.kind === "merge_branch" || ofMerges.includes(ruleType) || !parameters,
  );
  const [enforced, others] = [rules.filter((rule) => rule.enforced), rules.filter((rule) => !rule.enforced)];
  return {
    blockers: await ruleBlockers(context, db, enforced, merge),
    watched: await ruleBlockers(context, db, others, merge),
    linear: enforced.some(({ ruleType }) => ruleType === "required_linear_history"),
    keptHeads: keptHeads(
      rows.filter(({ kind }) => kind !== "merge_branch"),
      defaultBranch,
      layers,
    ),
  };
}
