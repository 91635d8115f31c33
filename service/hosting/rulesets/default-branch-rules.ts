import type { BypassedRule } from "@/git/transport/push-hooks";
import type { Transaction } from "../../core/store/transaction";
import { bypassedRule, coveringRules } from "./applied-rules";
import type { RuleActor } from "./rule-actor";
import { ruleViolationError } from "./rule-violation";
import { lockRules, readRulesets } from "./ruleset-row";

/**
 * Enforces a repository's rules on a change of its default branch, in the same transaction. Returns the active rules
 * that either branch loses, for example of a ruleset for `~DEFAULT_BRANCH`, and that the actor bypasses. Throws
 * FailedPrecondition if the actor doesn't bypass one of them.
 */
export async function enforceDefaultBranchRules(
  tx: Transaction,
  repositoryId: string,
  actor: RuleActor,
  { from, to }: { from: string; to: string },
): Promise<readonly BypassedRule[]> {
  await lockRules(tx, repositoryId);
  const rows = await readRulesets(tx, repositoryId);
  const rulesOf = (branch: string, defaultBranch: string) =>
    coveringRules(rows, { ref: `refs/heads/${branch}`, defaultBranch, actor, by: "push" }).filter(
      ({ enforced }) => enforced,
    );
  const lost = [from, to].flatMap((branch) => {
    const kept = new Set(rulesOf(branch, to).map(({ ruleset }) => ruleset.id));
    return rulesOf(branch, from)
      .filter(({ ruleset }) => !kept.has(ruleset.id))
      .map((rule) => ({ branch, rule }));
  });
  const enforced = lost.filter(({ rule }) => !rule.bypassed);
  const [first] = enforced;
  if (first) {
    const { branch, rule } = first;
    const message = `defaultBranch: refs/heads/${branch} would no longer be covered by ruleset "${rule.ruleset.name}"`;
    throw ruleViolationError(
      message,
      enforced.every((each) => each.rule.bypassable),
    );
  }
  return lost.map(({ rule }) => bypassedRule(rule));
}
