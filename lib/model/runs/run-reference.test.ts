import { expect, it } from "vitest";
import { isReferenceTo, parseRunReference } from "./run-reference";

it("parses a run's number or id", () => {
  expect(["", "12", "012", "run-5"].map(parseRunReference)).toEqual([
    undefined,
    { number: 12 },
    { runId: "012" },
    { runId: "run-5" },
  ]);
  expect(isReferenceTo({ number: 12 }, { id: "run-5", number: 12 })).toBe(true);
  expect(isReferenceTo({ number: 12 }, { id: "run-5" })).toBe(false);
  expect(isReferenceTo({ runId: "run-5" }, { id: "run-5" })).toBe(true);
});
