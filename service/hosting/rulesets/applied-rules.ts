import { covers } from "@/lib/contract/hosting/ref-patterns";
import { readParameters } from "@/lib/contract/hosting/ruleset-rules";
import { bypasses, type RuleActor } from "./rule-actor";
import type { RulesetRow } from "./ruleset-row";

/** A rule that holds for somebody and a reference. */
export interface AppliedRule {
  ruleset: Pick<RulesetRow, "id" | "name" | "kind">;
  /** False when it is only to be watched. */
  enforced: boolean;
  ruleType: string;
  /** Complete; nothing for a rule that this service does not know. */
  parameters: Record<string, unknown> | undefined;
}

/** The rules over one reference that an actor does not pass by, in the order of their rulesets. */
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
