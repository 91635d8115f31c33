import type { Actor } from "@/lib/contract/hosting/actor";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { RequiredCheckRule } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import type { Reader } from "../../core/store/transaction";
import { actorBodies } from "../actors/actor";
import type { FoundPullRequest } from "../pulls/pull-request-row";
import { type RequiredCheckState, readRequiredChecks } from "./required-checks";

const stateTexts = {
  missing: "haven't been reported",
  pending: "haven't completed",
  failing: "failed",
  action_required: "require action",
} as const;

const states = Object.keys(stateTexts);
type Blocking = keyof typeof stateTexts;
const isBlocking = (state: RequiredCheckState["state"]): state is Blocking => states.includes(state);

const labelOf = ({ name, runKey, groupKey }: RequiredCheckRule) => name ?? runKey ?? groupKey;

async function owners(db: Reader, checks: readonly RequiredCheckRule[]): Promise<(check: RequiredCheckRule) => Actor> {
  const body = await actorBodies(
    { db },
    checks.map(({ actorId }) => ({ id: actorId })),
  );
  return ({ actorKind, actorId }) => {
    if (actorKind === "user" && !actorId.startsWith("user_")) return { user: { id: actorId, email: "" } };
    return body({ id: actorId });
  };
}

/** One blocker for each blocking state of a pull request's required checks. */
export async function checkBlockers(
  db: Reader,
  pullRequest: MergeBlocker["pullRequest"],
  { pull, version }: FoundPullRequest,
  checks: readonly RequiredCheckRule[],
): Promise<MergeBlocker[]> {
  if (checks.length === 0) return [];
  const { headSha } = version;
  const found = await readRequiredChecks(db, { repositoryId: pull.repositoryId, headSha, checks });
  const blocking = checks.flatMap((check, index) => {
    const { state = "missing", checkRun } = found[index] ?? {};
    return isBlocking(state) ? [{ check, state, checkRun }] : [];
  });
  if (blocking.length === 0) return [];
  const ownerOf = await owners(db, checks);
  return (["missing", "pending", "failing", "action_required"] as const).flatMap((state): MergeBlocker[] => {
    const inState = blocking.filter((each) => each.state === state);
    if (inState.length === 0) return [];
    const names = inState.map(({ check }) => labelOf(check)).join(", ");
    return [
      {
        pullRequest,
        kind: "required_checks",
        message: `Required checks ${stateTexts[state]}: ${names}.`,
        requiredChecks: {
          state,
          checks: inState.map(({ check, checkRun }) => ({
            name: labelOf(check),
            owner: ownerOf(check),
            ...(checkRun ? { checkRun } : {}),
          })),
        },
      },
    ];
  });
}
