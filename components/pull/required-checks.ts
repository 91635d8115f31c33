import { checkState } from "@/components/checks/check-state";
import type { CheckRun, CheckSuite } from "@/lib/contract/hosting/check";
import { covers } from "@/lib/contract/hosting/ref-patterns";
import type { Ruleset } from "@/lib/contract/hosting/ruleset";
import { type RequiredCheckRule, readParameters } from "@/lib/contract/hosting/ruleset-rules";
import { plural } from "@/lib/model/plural";

/** A check that a rule requires, and its runs; without any, it is missing. */
export interface RequiredCheck {
  id: string;
  name: string;
  runs: CheckRun[];
  /** The rule is in evaluation: it doesn't block. */
  onTrial: boolean;
}

const isRule = (value: unknown): value is RequiredCheckRule =>
  typeof value === "object" && value !== null && "actorId" in value && "groupKey" in value;

function rulesOf({ rules }: Ruleset): RequiredCheckRule[] {
  return rules
    .filter(({ ruleType }) => ruleType === "require_status_checks")
    .flatMap(({ ruleType, parameters }) => {
      const checks = readParameters(ruleType, parameters)?.requiredChecks;
      return Array.isArray(checks) ? checks.filter(isRule) : [];
    });
}

const actorId = ({ actor: { user, app, serviceAccount } }: CheckSuite) => user?.id ?? app?.id ?? serviceAccount?.id;

/** The checks that the rules of a base require of a commit, each once, those of active rules first. */
export function requiredChecks(
  rulesets: readonly Ruleset[],
  { base, defaultBranch }: { base: string; defaultBranch: string },
  { suites, runs }: { suites: readonly CheckSuite[]; runs: readonly CheckRun[] },
): RequiredCheck[] {
  const found = new Map<string, RequiredCheck>();
  const ref = `refs/heads/${base}`;
  for (const enforcement of ["active", "evaluate"]) {
    const own = rulesets.filter((each) => each.enforcement === enforcement && covers(each, ref, defaultBranch));
    for (const rule of own.flatMap(rulesOf)) {
      const id = JSON.stringify([rule.actorKind, rule.actorId, rule.groupKey, rule.runKey ?? null]);
      if (found.has(id)) continue;
      const suite = suites.find((each) => actorId(each) === rule.actorId && each.key === rule.groupKey);
      const answering = runs.filter(
        ({ checkSuite, key }) => checkSuite.id === suite?.id && (rule.runKey === undefined || rule.runKey === key),
      );
      const name = rule.name ?? rule.runKey ?? rule.groupKey;
      found.set(id, { id, name, runs: answering, onTrial: enforcement === "evaluate" });
    }
  }
  return [...found.values()];
}

/** Summary of the required checks of active rules: `2 of 3 required checks passed, 1 is missing`. */
export function requiredSummary(required: readonly RequiredCheck[]): string | undefined {
  const active = required.filter(({ onTrial }) => !onTrial);
  if (active.length === 0) return undefined;
  const passing = active.filter(
    ({ runs }) => runs.length > 0 && runs.every((run) => checkState(run).kind === "passed"),
  );
  const missing = active.filter(({ runs }) => runs.length === 0).length;
  const said = `${passing.length} of ${active.length} required checks passed`;
  return missing > 0 ? `${said}, ${missing} ${plural(missing, "is", "are")} missing` : said;
}

const rank = { failed: 0, attention: 1, pending: 2, passed: 3 } as const;

/** Suites with failures first, then by name. */
export function suitesInOrder(suites: readonly CheckSuite[], runs: readonly CheckRun[]): CheckSuite[] {
  const worst = (suite: CheckSuite) =>
    Math.min(
      rank.passed,
      ...runs.filter(({ checkSuite }) => checkSuite.id === suite.id).map((run) => rank[checkState(run).kind]),
    );
  return [...suites].sort((a, b) => worst(a) - worst(b) || a.name.localeCompare(b.name));
}

/** Failed runs first, then required ones, then by name. */
export function inOrderOfNeed(runs: readonly CheckRun[], required: ReadonlySet<string>): CheckRun[] {
  const place = (run: CheckRun) => rank[checkState(run).kind] * 2 + (required.has(run.id) ? 0 : 1);
  return [...runs].sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name));
}
