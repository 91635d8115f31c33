import { expect, it } from "vitest";
import { usagePollMs } from "./usage-queries";

const data = (known: number, unknownRuns = 0, complete = true) => ({
  progress: { complete, agents: 2, known },
  report: { totals: { unknownRuns } },
});

it.each([
  ["the list of agents", data(2, 0, false)],
  ["an agent", data(1)],
  ["the usage of a run", data(2, 1)],
])("fetches the report again soon, then less often, while %s is missing", (_, incomplete) => {
  expect([1, 2, 3, 15, 100].map((fetches) => usagePollMs(incomplete, fetches))).toEqual([
    2_000, 4_000, 6_000, 30_000, 30_000,
  ]);
});

it("fetches a complete report every 30 seconds", () => {
  expect(usagePollMs(data(2), 1)).toBe(30_000);
});
