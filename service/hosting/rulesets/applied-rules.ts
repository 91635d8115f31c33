import { covers } from "@/lib/contract/hosting/ref-patterns";
import { readParameters } from "@/lib/contract/hosting/ruleset-rules";
import { bypasses, type RuleActor } from "./rule-actor";
import type { RulesetRow } from "./ruleset-row";

/** A rule that applies to an actor and a ref. */
export interface AppliedRule {
  ruleset: Pick<RulesetRow, "id" | "name" | "kind">;
  /** False if the ruleset is in evaluate mode. */
  enforced: boolean;
  ruleType: string;
  /** Parameters with defaults; `undefined` for an unknown rule type. */
  parameters: Record<string, unknown> | undefined;
}

/** Rules that apply to a ref and that the actor can't bypass, in ruleset order. */
export function appliedRules(
  rows: readonly RulesetRow[],
  given: { ref: string; defaultBranch: string; actor: RuleActor; by: "push" | "merge" },
): AppliedRule[] {
  const { ref, defaultBranch, actor, by } = given;
  return rows
    .filter((row) => row.enforcement !== "disabled" && covers(row, ref, defaultBranch) && !bypasses(row, actor, by))
    .flatMap(({ id, name, kind, enforcement, rules }) =>
      rules.map(({ ruleType, parameters }) => ({
        ruleset: { id, name, kind },
        enforced: enforcement === "active",
        ruleType,
        parameters: readParameters(ruleType, parameters),
      })),
    );
}
