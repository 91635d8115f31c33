import type { RequiredCheckRule } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import type { Reader } from "../../core/store/transaction";
import { checksOfCommit } from "../checks/commit-checks";
import type { RunAttempt } from "../checks/current-attempts";
import { isPassing } from "../checks/is-passing";

type CheckState = "passed" | "missing" | "pending" | "failing" | "action_required";

/** A required check's state on a commit. */
export interface RequiredCheckState {
  state: CheckState;
  /** The run that determines the state. */
  checkRun?: { id: string; name: string; checkSuite: { id: string } };
}

function stateOf({ status, conclusion }: RunAttempt): CheckState {
  if (status !== "completed") return "pending";
  if (isPassing(conclusion)) return "passed";
  return conclusion === "action_required" ? "action_required" : "failing";
}

/** The combined state of several runs is the first of these that any run is in. */
const worstFirst = ["failing", "action_required", "pending", "passed"] as const;

/** Reads the states of required checks on a commit, in the order of `checks`. */
export async function readRequiredChecks(
  db: Reader,
  required: { repositoryId: string; headSha: string; checks: readonly RequiredCheckRule[] },
): Promise<RequiredCheckState[]> {
  const suites = await checksOfCommit(db, required.repositoryId, required.headSha);
  return required.checks.map(({ actorId, groupKey, runKey }) => {
    const found = suites.find(({ suite }) => suite.actorId === actorId && suite.key === groupKey);
    const runs = (found?.runs ?? []).filter(({ key }) => runKey === undefined || key === runKey);
    for (const state of worstFirst) {
      const run = runs.find((each) => stateOf(each) === state);
      if (run) return { state, checkRun: { id: run.id, name: run.name, checkSuite: { id: run.suiteId } } };
    }
    // The suite exists, so its runs may still be reported.
    return { state: found && runKey === undefined ? "pending" : "missing" };
  });
}
