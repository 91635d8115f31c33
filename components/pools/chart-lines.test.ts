import { expect, it } from "vitest";
import { chartLines, sampleEvenly } from "./chart-lines";

const sample = (atMs: number, inUse: number) => ({ atMs, connected: 4, inUse, waiting: 0 });
const frame = { width: 100, height: 42, maxValue: 4, fromMs: 0, toMs: 100, gapMs: 10 };

it("places samples by time and leaves gaps where none were taken", () => {
  const { connected, inUseArea, waiting } = chartLines([sample(10, 2), sample(20, 4), sample(50, 0)], frame);
  expect(connected).toBe("M10 1L20 1M50 1");
  expect(waiting).toBe("M10 41L20 41M50 41");
  expect(inUseArea).toBe("M10 42L10 21L20 1L20 42ZM50 42L50 41L50 42Z");
});

it("omits samples older than the chart and draws no lines without samples", () => {
  expect(chartLines([sample(-5, 1), sample(5, 1)], frame).connected).toBe("M5 1");
  expect(chartLines([], frame)).toEqual({ connected: "", waiting: "", inUseArea: "" });
});

it("picks evenly spaced samples, including the newest", () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  expect(sampleEvenly(all, 10)).toEqual([9, 19, 29, 39, 49, 59, 69, 79, 89, 99]);
  expect(sampleEvenly(all, 200)).toEqual(all);
  expect(sampleEvenly([], 10)).toEqual([]);
});
