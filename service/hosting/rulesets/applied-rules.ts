import type { BypassedRule } from "@/git/transport/push-hooks";
import { readParameters } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import { covers } from "@/lib/model/hosting/ref-patterns";
import { canBypass, type RuleActor } from "./rule-actor";
import type { RulesetRow } from "./ruleset-row";

/** A rule that applies to a ref. */
export interface AppliedRule {
  ruleset: Pick<RulesetRow, "id" | "name" | "kind">;
  /** False if the ruleset is in evaluate mode. */
  enforced: boolean;
  /** True if the actor can bypass the ruleset. */
  bypassable: boolean;
  /** True if it does. */
  bypassed: boolean;
  ruleType: string;
  /** Parameters with defaults; `undefined` for an unknown rule type. */
  parameters: Record<string, unknown> | undefined;
}

interface RuleQuery {
  ref: string;
  defaultBranch: string;
  actor: RuleActor;
  by: "push" | "merge";
}

/** Rules that apply to a ref, including those the actor bypasses, in ruleset order. */
export function coveringRules(
  rows: readonly RulesetRow[],
  { ref, defaultBranch, actor, by }: RuleQuery,
): AppliedRule[] {
  return rows
    .filter((row) => row.enforcement !== "disabled" && covers(row, ref, defaultBranch))
    .flatMap((row) => {
      const bypassable = canBypass(row, actor, by);
      return row.rules.map(({ ruleType, parameters }) => ({
        ruleset: { id: row.id, name: row.name, kind: row.kind },
        enforced: row.enforcement === "active",
        bypassable,
        bypassed: bypassable && !actor.bypass?.declined,
        ruleType,
        parameters: readParameters(ruleType, parameters),
      }));
    });
}

/** Rules that apply to a ref and that the actor doesn't bypass, in ruleset order. */
export function appliedRules(rows: readonly RulesetRow[], query: RuleQuery): AppliedRule[] {
  return coveringRules(rows, query).filter(({ bypassed }) => !bypassed);
}

/** A violated rule as it is recorded when an actor bypasses it. */
export function bypassedRule({ ruleset, ruleType }: AppliedRule): BypassedRule {
  return { rulesetId: ruleset.id, rulesetName: ruleset.name, ruleType };
}
