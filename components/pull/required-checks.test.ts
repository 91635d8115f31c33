import { describe, expect, it } from "vitest";
import type { CheckRun, CheckSuite } from "@/lib/contract/hosting/check";
import type { Ruleset } from "@/lib/contract/hosting/rulesets/ruleset";
import { requiredChecks, requiredSummary, sortRuns, sortSuites } from "./required-checks";

const repository = { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } };
const timestamps = { createdAt: "", updatedAt: "" };
const app = { app: { id: "app_ci" } };

const suite = (id: string, key: string, actor: CheckSuite["actor"] = app): CheckSuite => ({
  id,
  key,
  actor,
  repository,
  sha: "a",
  name: key,
  externalId: "1",
  ...timestamps,
});
const run = (id: string, key: string, suiteId: string, conclusion?: CheckRun["conclusion"]): CheckRun => ({
  id,
  key,
  name: key,
  repository,
  sha: "a",
  externalId: "1",
  externalUpdatedAt: "",
  actor: app,
  isRerequestable: true,
  checkSuite: { id: suiteId },
  ...timestamps,
  ...(conclusion ? { status: "completed", conclusion } : { status: "in_progress" }),
});
const ruleset = (requiredChecks: object[], more: Partial<Ruleset> = {}): Ruleset => ({
  id: "rs",
  name: "Guard",
  description: "",
  enforcement: "active",
  kind: "merge_branch",
  includedRefNames: ["~DEFAULT_BRANCH"],
  excludedRefNames: [],
  rules: [{ id: "r", ruleType: "require_status_checks", parameters: { requiredChecks } }],
  bypassActors: [],
  ...more,
});
const check = (groupKey: string, runKey?: string) => ({
  actorKind: "app",
  actorId: "app_ci",
  groupKey,
  ...(runKey ? { runKey } : {}),
});
const main = { base: "main", defaultBranch: "main" };

describe("required checks", () => {
  const checkRuns = {
    suites: [suite("s1", "ci"), suite("s2", "ci", { app: { id: "app_other" } })],
    runs: [run("1", "unit", "s1", "success"), run("2", "lint", "s1"), run("3", "unit", "s2", "failure")],
  };
  const idsOf = (rulesets: Ruleset[], branch = main) =>
    requiredChecks(rulesets, branch, checkRuns).map(({ name, runs }) => [name, runs.map(({ id }) => id)]);

  it("match only runs of the named app, by run or by whole suite, and are missing otherwise", () => {
    const rules = ruleset([check("ci", "unit"), check("ci"), check("deploy", "stage")]);
    expect(idsOf([rules])).toEqual([
      ["unit", ["1"]],
      ["ci", ["1", "2"]],
      ["stage", []],
    ]);
    const required = requiredChecks([rules], main, checkRuns);
    expect(requiredSummary(required)).toBe("1 of 3 required checks passed, 1 missing");
  });

  it("come from rulesets that apply to the base, without duplicates, and don't count in evaluate mode", () => {
    const trial = ruleset([check("ci", "unit"), check("ci", "lint")], { enforcement: "evaluate" });
    const off = ruleset([check("off")], { enforcement: "disabled" });
    const both = requiredChecks([trial, off, ruleset([check("ci", "unit")])], main, checkRuns);
    expect(both.map(({ name, evaluateOnly }) => [name, evaluateOnly])).toEqual([
      ["unit", false],
      ["lint", true],
    ]);
    expect(requiredSummary(both)).toBe("1 of 1 required check passed");
    expect(idsOf([ruleset([check("ci")])], { base: "release", defaultBranch: "main" })).toEqual([]);
    expect(requiredSummary([])).toBeUndefined();
  });

  it("sort before optional runs in the same state, after failed runs", () => {
    const runs = [run("a", "a", "s", "success"), run("b", "b", "s", "success"), run("c", "c", "s", "failure")];
    expect(sortRuns(runs, new Set(["b"])).map(({ id }) => id)).toEqual(["c", "b", "a"]);
  });
});

it("sorts suites with failures first and suites without runs last", () => {
  const suites = ["a", "b", "c", "d"].map((id) => suite(id, id));
  const runs = [run("1", "unit", "a", "success"), run("2", "unit", "b"), run("3", "unit", "c", "failure")];
  expect(sortSuites(suites, runs).map(({ id }) => id)).toEqual(["c", "b", "a", "d"]);
});
