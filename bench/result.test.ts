import { expect, it } from "vitest";
import { formatResults, quantile } from "./result";

const cells = (table: string) =>
  table
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

it("formats values, ratios and targets: the most for times, the least for rates", () => {
  const table = formatResults([
    {
      name: "stored",
      value: 12_217,
      unit: "events/s",
      reference: [36_161, "by Postgres alone"],
      target: { ratio: 0.6 },
    },
    { name: "claims", value: 120, unit: "/s", reference: [186, "by Postgres alone"], target: { ratio: 0.5 } },
    {
      name: "readable",
      value: 842,
      unit: "ms",
      reference: [300, "for a static page"],
      target: { value: 600, ratio: 3 },
    },
    { name: "warm", value: 2.96, unit: "ms", target: { value: 3 } },
    { name: "push", value: 364, unit: "ms", reference: [236, "by git"] },
  ]);
  expect(cells(table)).toEqual([
    ["stored", "12,217 events/s", "36,161 events/s by Postgres alone", "0.34 ×", "≥ 0.6 ×", "no"],
    ["claims", "120/s", "186/s by Postgres alone", "0.65 ×", "≥ 0.5 ×", "yes"],
    ["readable", "842 ms", "300 ms for a static page", "2.81 ×", "≤ 600 ms, ≤ 3 ×", "no"],
    ["warm", "3.0 ms", "–", "–", "≤ 3.0 ms", "yes"],
    ["push", "364 ms", "236 ms by git", "1.54 ×", "–", "–"],
  ]);
});

it("returns the value that a share of all values don't exceed", () => {
  const values = [5, 1, 4, 2, 3];
  expect([0.5, 0.95, 1].map((share) => quantile(values, share))).toEqual([3, 5, 5]);
  expect(quantile([], 0.5)).toBeNaN();
});
