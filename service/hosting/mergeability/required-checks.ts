import type { RequiredCheckRule } from "@/lib/contract/hosting/ruleset-rules";
import { checksOfCommit } from "../checks/commit-checks";
import type { RunAttempt } from "../checks/current-attempts";
import { passes } from "../checks/passes";
import type { Reader } from "../pulls/pull-request-row";

type CheckState = "passed" | "missing" | "pending" | "failing" | "action_required";

/** How a required check stands on a commit. */
export interface RequiredCheckState {
  state: CheckState;
  /** The run that says so. */
  checkRun?: { id: string; name: string; checkSuite: { id: string } };
}

function stateOf({ status, conclusion }: RunAttempt): CheckState {
  if (status !== "completed") return "pending";
  if (passes(conclusion)) return "passed";
  return conclusion === "action_required" ? "action_required" : "failing";
}

/** What several runs say together: the first of these that one of them is in. */
const worstFirst = ["failing", "action_required", "pending", "passed"] as const;

/** Reads how required checks stand on a commit, in the order asked. */
export async function readRequiredChecks(
  db: Reader,
  given: { repositoryId: string; headSha: string; checks: readonly RequiredCheckRule[] },
): Promise<RequiredCheckState[]> {
  const suites = await checksOfCommit(db, given.repositoryId, given.headSha);
  return given.checks.map(({ actorId, groupKey, runKey }) => {
    const found = suites.find(({ suite }) => suite.actorId === actorId && suite.key === groupKey);
    const runs = (found?.runs ?? []).filter(({ key }) => runKey === undefined || key === runKey);
    for (const state of worstFirst) {
      const run = runs.find((each) => stateOf(each) === state);
      if (run) return { state, checkRun: { id: run.id, name: run.name, checkSuite: { id: run.suiteId } } };
    }
    // A suite was begun, and what is asked of it may still come.
    return { state: found && runKey === undefined ? "pending" : "missing" };
  });
}
