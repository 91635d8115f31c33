import type { CheckRun, CheckSuite } from "@/lib/contract/hosting/check";
import type { Ruleset } from "@/lib/contract/hosting/rulesets/ruleset";
import { type RequiredCheckRule, readParameters } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import { checkState } from "@/lib/model/checks/check-state";
import { covers } from "@/lib/model/hosting/ref-patterns";
import { counted } from "@/lib/model/plural";

/** A check required by a rule, with its runs. It is missing if it has none. */
export interface RequiredCheck {
  id: string;
  name: string;
  runs: CheckRun[];
  /** Only a ruleset in evaluate mode requires it, so it doesn't block. */
  evaluateOnly: boolean;
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

/** The distinct checks that rulesets require for a base branch, those of active rulesets first. */
export function requiredChecks(
  rulesets: readonly Ruleset[],
  { base, defaultBranch }: { base: string; defaultBranch: string },
  { suites, runs }: { suites: readonly CheckSuite[]; runs: readonly CheckRun[] },
): RequiredCheck[] {
  const found = new Map<string, RequiredCheck>();
  const ref = `refs/heads/${base}`;
  for (const enforcement of ["active", "evaluate"]) {
    const applicable = rulesets.filter((each) => each.enforcement === enforcement && covers(each, ref, defaultBranch));
    for (const rule of applicable.flatMap(rulesOf)) {
      const id = JSON.stringify([rule.actorKind, rule.actorId, rule.groupKey, rule.runKey ?? null]);
      if (found.has(id)) continue;
      const suite = suites.find((each) => actorId(each) === rule.actorId && each.key === rule.groupKey);
      const matching = runs.filter(
        ({ checkSuite, key }) => checkSuite.id === suite?.id && (rule.runKey === undefined || rule.runKey === key),
      );
      const name = rule.name ?? rule.runKey ?? rule.groupKey;
      found.set(id, { id, name, runs: matching, evaluateOnly: enforcement === "evaluate" });
    }
  }
  return [...found.values()];
}

/** Summarizes the required checks of active rulesets: `2 of 3 required checks passed, 1 missing`. */
export function requiredSummary(required: readonly RequiredCheck[]): string | undefined {
  const active = required.filter(({ evaluateOnly }) => !evaluateOnly);
  if (active.length === 0) return undefined;
  const passing = active.filter(
    ({ runs }) => runs.length > 0 && runs.every((run) => checkState(run).kind === "passed"),
  );
  const missing = active.filter(({ runs }) => runs.length === 0).length;
  const summary = `${passing.length} of ${counted(active.length, "required check")} passed`;
  return missing > 0 ? `${summary}, ${missing} missing` : summary;
}

const rank = { failed: 0, attention: 1, pending: 2, passed: 3 } as const;

/** Sorts suites by their worst run, then by name. */
export function sortSuites(suites: readonly CheckSuite[], runs: readonly CheckRun[]): CheckSuite[] {
  const worst = (suite: CheckSuite) =>
    Math.min(
      rank.passed,
      ...runs.filter(({ checkSuite }) => checkSuite.id === suite.id).map((run) => rank[checkState(run).kind]),
    );
  return [...suites].sort((a, b) => worst(a) - worst(b) || a.name.localeCompare(b.name));
}

/** Sorts runs by state, failed first, then required ones, then by name. */
export function sortRuns(runs: readonly CheckRun[], required: ReadonlySet<string>): CheckRun[] {
  const order = (run: CheckRun) => rank[checkState(run).kind] * 2 + (required.has(run.id) ? 0 : 1);
  return [...runs].sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name));
}
