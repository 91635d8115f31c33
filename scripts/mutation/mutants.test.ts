import { expect, it } from "vitest";
import { mutantsOf, mutate } from "./mutants.mjs";

const changes = (source: string) => mutantsOf(source).map((mutant) => mutate(source, mutant));

it("breaks constants, comparisons, conditions, fields, errors and order", () => {
  expect(changes("const α = 429;")).toEqual(["const α = 430;"]);
  expect(changes("const low = a < b && c === d;")).toEqual([
    "const low = a < b || c === d;",
    "const low = a <= b && c === d;",
    "const low = a < b && c !== d;",
  ]);
  expect(changes("if (x) throw error;")).toEqual(["if (true) throw error;", "if (false) throw error;", "if (x) ;"]);
  expect(changes("f({ a, b: c })")).toEqual(["f({  b: c })", "f({ a,  })"]);
  expect(changes("order(asc(t))")).toEqual(["order(desc(t))"]);
  expect(changes('fail("not_found", true)')).toEqual(['fail("mutated", true)', 'fail("not_found", false)']);
});

it("leaves types, imports, messages and logs alone", () => {
  const source =
    'import x from "y";\ntype T = "a" | 1;\nlog.warn({ a: 1 }, "b");\nfail("Not found here");\nf<"a">(b as "c");';
  expect(changes(source)).toEqual([]);
});

it("reports the line of a mutant", () => {
  expect(mutantsOf("\n\n// ä\nconst a = true;")).toMatchObject([{ line: 4, kind: "boolean" }]);
});
