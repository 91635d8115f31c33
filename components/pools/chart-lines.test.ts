import { expect, it } from "vitest";
import { chartLines, spread } from "./chart-lines";

const sample = (atMs: number, inUse: number) => ({ atMs, connected: 4, inUse, waiting: 0 });
const frame = { width: 100, height: 42, most: 4, fromMs: 0, toMs: 100, gapMs: 10 };

it("draws samples where they were in time, and nothing where there were none", () => {
  const { connected, inUseArea, waiting } = chartLines([sample(10, 2), sample(20, 4), sample(50, 0)], frame);
  expect(connected).toBe("M10 1L20 1M50 1");
  expect(waiting).toBe("M10 41L20 41M50 41");
  expect(inUseArea).toBe("M10 42L10 21L20 1L20 42ZM50 42L50 41L50 42Z");
});

it("leaves out what is older than the chart, and has no lines without samples", () => {
  expect(chartLines([sample(-5, 1), sample(5, 1)], frame).connected).toBe("M5 1");
  expect(chartLines([], frame)).toEqual({ connected: "", waiting: "", inUseArea: "" });
});

it("spreads samples over a table, the newest included", () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  expect(spread(all, 10)).toEqual([9, 19, 29, 39, 49, 59, 69, 79, 89, 99]);
  expect(spread(all, 200)).toEqual(all);
  expect(spread([], 10)).toEqual([]);
});
