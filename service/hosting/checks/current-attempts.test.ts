import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currentRuns, currentSuites, type RunAttempt } from "./current-attempts";

const attempt = (id: string, stamp: number, more: Partial<RunAttempt> = {}): RunAttempt => ({
  id,
  suiteId: "crg_1",
  key: "lint",
  name: "Lint",
  status: "completed",
  conclusion: "success",
  externalUpdatedAt: stamp,
  lastRerequestedAt: null,
  createdAt: stamp,
  ...more,
});
const canceled = { conclusion: "cancelled" } as const;
const idsOf = (runs: readonly RunAttempt[]) => currentRuns(runs).map(({ id }) => id);

describe("the latest attempt of a run", () => {
  it("has the newest stamp; ties go to the one reported later, then to the greater id", () => {
    expect(idsOf([attempt("a", 2), attempt("b", 1)])).toEqual(["a"]);
    expect(idsOf([attempt("a", 1, { createdAt: 2 }), attempt("b", 1)])).toEqual(["a"]);
    expect(idsOf([attempt("a", 1), attempt("b", 1)])).toEqual(["b"]);
  });

  it("H-CHECK-42: is the passing one even if a cancellation is newer", () => {
    for (const conclusion of ["success", "neutral", "skipped"] as const) {
      expect(idsOf([attempt("a", 1, { conclusion }), attempt("b", 2, canceled)])).toEqual(["a"]);
    }
    expect(idsOf([attempt("a", 1, { conclusion: "failure" }), attempt("b", 2, canceled)])).toEqual(["b"]);
    expect(idsOf([attempt("a", 1), attempt("f", 2, { conclusion: "failure" }), attempt("b", 3, canceled)])).toEqual([
      "b",
    ]);
    expect(idsOf([attempt("a", 1, { status: "in_progress", conclusion: null }), attempt("b", 2, canceled)])).toEqual([
      "b",
    ]);
  });

  it("a cancellation stamped after a re-request of the passing one ranks by time again", () => {
    const rerequested = { status: "rerequested", lastRerequestedAt: 10 } as const;
    expect(idsOf([attempt("a", 1, rerequested), attempt("b", 9, canceled)])).toEqual(["a"]);
    expect(idsOf([attempt("a", 1, rerequested), attempt("b", 10, canceled)])).toEqual(["b"]);
    expect(idsOf([attempt("a", 1, { lastRerequestedAt: 10 }), attempt("b", 11, canceled)])).toEqual(["b"]);
  });

  it("is unique per key, independent of input order", () => {
    const run = fc.record({
      id: fc.string({ minLength: 1, maxLength: 4 }),
      key: fc.constantFrom("lint", "test"),
      conclusion: fc.constantFrom("success", "failure", "cancelled"),
      externalUpdatedAt: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.uniqueArray(run, { selector: ({ id }) => id }), fc.nat(), (generated, offset) => {
        const runs = generated.map(({ id, externalUpdatedAt, ...rest }) =>
          attempt(id, externalUpdatedAt, rest as Partial<RunAttempt>),
        );
        const at = runs.length === 0 ? 0 : offset % runs.length;
        const rotated = [...runs.slice(at), ...runs.slice(0, at)];
        const current = idsOf(runs);
        expect(current).toHaveLength(new Set(runs.map(({ key }) => key)).size);
        expect([...idsOf(rotated)].sort()).toEqual([...current].sort());
      }),
    );
  });
});

describe("the latest attempt of a suite", () => {
  const suite = (id: string, createdAt: number, more: object = {}) => ({
    id,
    actorId: "app_1",
    key: "ci",
    createdAt,
    ...more,
  });
  const first = suite("s1", 1);
  const second = suite("s2", 2);
  const latest = (runs: readonly RunAttempt[], suites = [first, second]) =>
    currentSuites(suites, runs).map(({ suite: { id }, runs: counting }) => [id, ...counting.map((run) => run.id)]);

  it("is the one with the newest run, or the newest suite if there are no runs", () => {
    expect(latest([attempt("a", 5, { suiteId: "s1" }), attempt("b", 4, { suiteId: "s2" })])).toEqual([["s1", "a"]]);
    expect(latest([])).toEqual([["s2"]]);
    const others = [first, suite("s3", 3, { key: "docs" }), suite("s4", 4, { actorId: "app_2" })];
    expect(latest([], others)).toEqual([["s1"], ["s3"], ["s4"]]);
  });

  it("H-CHECK-43: is the passing one even if a canceled one is newer", () => {
    const passing = attempt("a", 1, { suiteId: "s1" });
    const late = attempt("b", 2, { suiteId: "s2", ...canceled });
    const rest = attempt("c", 2, { suiteId: "s2", key: "test" });
    expect(latest([passing, late, rest])).toEqual([["s1", "a"]]);
    const failing = attempt("d", 1, { suiteId: "s1", key: "test", conclusion: "failure" });
    expect(latest([passing, failing, late])).toEqual([["s2", "b"]]);
    const alsoFailing = attempt("e", 2, { suiteId: "s2", key: "test", conclusion: "failure" });
    expect(latest([passing, late, alsoFailing])).toEqual([["s2", "b", "e"]]);
    expect(latest([{ ...passing, lastRerequestedAt: 2 }, late])).toEqual([["s2", "b"]]);
  });
});
