import { expect, it } from "vitest";
import { commitHeat } from "./commit-heat";

const at = (day: number) => ({ author: { date: `2026-01-${String(day).padStart(2, "0")}T00:00:00+01:00` } });

it("spreads commits by age, the newest highest", () => {
  const commits = [at(20), at(1), at(2), at(3), at(20), at(31)];
  const heat = commitHeat(commits, 5);
  expect(commits.map(heat)).toEqual([3, 0, 1, 2, 3, 4]);
});

it("treats commits with the same date as new", () => {
  expect(commitHeat([at(1)], 5)(at(1))).toBe(4);
  expect(commitHeat([at(1), at(1)], 5)(at(1))).toBe(4);
});
