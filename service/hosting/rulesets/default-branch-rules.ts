import { apiError } from "../../core/http/api-error";
import type { Transaction } from "../../core/store/transaction";
import { appliedRules } from "./applied-rules";
import type { RuleActor } from "./rule-actor";
import { lockRules, readRulesets } from "./ruleset-row";

/**
 * Enforces a repository's rules on a change of its default branch, in the same transaction. Throws FailedPrecondition if either branch would lose an active rule that the actor can't bypass, for example one of a ruleset for `~DEFAULT_BRANCH`.
 */
export async function enforceDefaultBranchRules(
  tx: Transaction,
  repositoryId: string,
  actor: RuleActor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await lockRules(tx, repositoryId);
  const rows = await readRulesets(tx, repositoryId);
  const rulesOf = (branch: string, defaultBranch: string) =>
    appliedRules(rows, { ref: `refs/heads/${branch}`, defaultBranch, actor, by: "push" }).filter(
      ({ enforced }) => enforced,
    );
  for (const branch of [from, to]) {
    const kept = new Set(rulesOf(branch, to).map(({ ruleset }) => ruleset.id));
    const lost = rulesOf(branch, from).find(({ ruleset }) => !kept.has(ruleset.id));
    if (!lost) continue;
    const message = `defaultBranch: refs/heads/${branch} would no longer be covered by ruleset "${lost.ruleset.name}"`;
    throw apiError.repohost("FailedPrecondition", message);
  }
}
