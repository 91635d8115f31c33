import { expect, it } from "vitest";
import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";
import { mergeabilityState } from "./mergeability-state";

it.each<[string[], string]>([
  [[], "mergeable"],
  [["merge_conflict", "required_checks"], "conflict"],
  [["conflict_check_pending"], "checking"],
  [["conflict_check_pending", "required_approvals"], "blocked"],
  [["behind_base"], "behind"],
  [["behind_base", "required_checks"], "blocked"],
  [["of_a_newer_service"], "blocked"],
])("with the blockers %j it is %s", (kinds, state) => {
  const blockers = kinds.map((kind) => ({ kind })) as Mergeability["blockers"];
  expect(mergeabilityState({ verdict: kinds.length === 0 ? "mergeable" : "blocked", blockers })).toBe(state);
});
