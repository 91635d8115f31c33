const labels: Readonly<Record<string, string>> = {
  pull_request: "required reviews",
  require_status_checks: "required checks",
  require_branch_up_to_date: "branch must be up to date",
  block_merges: "merges are blocked",
  required_linear_history: "linear history",
  block_direct_updates: "direct pushes are blocked",
  deletion: "deletion is blocked",
  non_fast_forward: "force pushes are blocked",
  ref_name_pattern: "name pattern",
};

/** The name of a bypassed rule: its ruleset and what it requires. An unknown type is shown as is. */
export function bypassedRuleLabel({ ruleset, ruleType }: { ruleset: { name: string }; ruleType: string }): string {
  return `${ruleset.name}: ${Object.hasOwn(labels, ruleType) ? labels[ruleType] : ruleType}`;
}
