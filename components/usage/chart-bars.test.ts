import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chartBars, type UsedDay } from "./chart-bars";

const bar = (day: string, inputTokens = 1): UsedDay => ({
  day,
  inputTokens,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  totalTokens: inputTokens,
});
const open = { from: undefined, to: undefined };

describe("chartBars", () => {
  it("returns one bar per day, including days without usage", () => {
    const { step, bars } = chartBars([bar("2026-02-27"), bar("2026-03-01", 5)], open);
    expect(step).toBe("day");
    expect(bars.map(({ day, totalTokens }) => [day, totalTokens])).toEqual([
      ["2026-02-27", 1],
      ["2026-02-28", 0],
      ["2026-03-01", 5],
    ]);
  });

  it("covers the whole selected range", () => {
    const { bars } = chartBars([bar("2026-04-13")], { from: "2026-04-12", to: "2026-04-15" });
    expect(bars).toHaveLength(4);
  });

  it("groups longer ranges by week from Monday, then by month", () => {
    const weeks = chartBars([bar("2026-01-01"), bar("2026-05-01")], open);
    expect([weeks.step, weeks.bars[0]?.day]).toEqual(["week", "2025-12-29"]);
    expect(chartBars([bar("2020-01-31"), bar("2026-05-01")], open).step).toBe("month");
  });

  it("adds up the cost of each step", () => {
    const days = ["2026-01-05", "2026-01-06", "2026-05-01"].map((day, index) => ({
      ...bar(day),
      estimate: ["1.25", "0.5", undefined][index],
    }));
    const costs = chartBars(days, open).bars.map(({ cost }) => cost);
    expect([costs[0], costs.at(-1), costs.length]).toEqual([1.75, 0, 17]);
  });

  it("preserves the total", () => {
    const days = fc.uniqueArray(
      fc
        .date({ min: new Date("2020-01-01"), max: new Date("2026-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(days, (sample) => {
        const used = sample.sort().map((day, index) => bar(day, index + 1));
        const sum = (bars: readonly UsedDay[]) => bars.reduce((total, each) => total + each.totalTokens, 0);
        expect(sum(chartBars(used, open).bars)).toBe(sum(used));
      }),
    );
  });
});
