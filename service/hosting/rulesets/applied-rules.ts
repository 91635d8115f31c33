import { covers } from "@/lib/contract/hosting/ref-patterns";
import { readParameters } from "@/lib/contract/hosting/ruleset-rules";
import type { BypassedRule } from "../../core/store/tables/ref-updates";
import { bypasses, type RuleActor } from "./rule-actor";
import type { RulesetRow } from "./ruleset-row";

/** A rule that applies to a ref. */
export interface AppliedRule {
  ruleset: Pick<RulesetRow, "id" | "name" | "kind">;
  /** False if the ruleset is in evaluate mode. */
  enforced: boolean;
  /** True if the actor can bypass the ruleset. */
  bypassed: boolean;
  ruleType: string;
  /** Parameters with defaults; `undefined` for an unknown rule type. */
  parameters: Record<string, unknown> | undefined;
}

interface RuleQuestion {
  ref: string;
  defaultBranch: string;
  actor: RuleActor;
  by: "push" | "merge";
}

/** Rules that apply to a ref, including those the actor can bypass, in ruleset order. */
export function coveringRules(
  rows: readonly RulesetRow[],
  { ref, defaultBranch, actor, by }: RuleQuestion,
): AppliedRule[] {
  return rows
    .filter((row) => row.enforcement !== "disabled" && covers(row, ref, defaultBranch))
    .flatMap((row) =>
      row.rules.map(({ ruleType, parameters }) => ({
        ruleset: { id: row.id, name: row.name, kind: row.kind },
        enforced: row.enforcement === "active",
        bypassed: bypasses(row, actor, by),
        ruleType,
        parameters: readParameters(ruleType, parameters),
      })),
    );
}

/** Rules that apply to a ref and that the actor can't bypass, in ruleset order. */
export function appliedRules(rows: readonly RulesetRow[], given: RuleQuestion): AppliedRule[] {
  return coveringRules(rows, given).filter(({ bypassed }) => !bypassed);
}

/** A violated rule as it is recorded with the update of an actor who bypassed it. */
export function bypassedRule({ ruleset, ruleType }: AppliedRule): BypassedRule {
  return { rulesetId: ruleset.id, rulesetName: ruleset.name, ruleType };
}
