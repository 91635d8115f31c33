import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChosenWindow,
  chunksOf,
  latestWindow,
  maxWindow,
  shownWindow,
  windowAround,
  withEarlier,
  withLater,
} from "./run-window";

describe("the runs that a transcript shows", () => {
  it("are the newest at first, and new ones", () => {
    const window = latestWindow(69);
    expect(shownWindow(window, 69)).toEqual({ first: 62, last: 69 });
    expect(shownWindow(window, 71)).toEqual({ first: 62, last: 71 });
    expect(shownWindow(latestWindow(3), 3)).toEqual({ first: 1, last: 3 });
  });

  it("are around the run that a user goes to", () => {
    expect(shownWindow(windowAround(5_000, 10_000), 10_000)).toEqual({ first: 4_998, last: 5_005 });
    expect(shownWindow(windowAround(1, 10_000), 10_000)).toEqual({ first: 1, last: 8 });
    expect(shownWindow(windowAround(10_000, 10_000), 10_002)).toEqual({ first: 9_993, last: 10_002 });
  });

  it("don't include new ones in the middle", () => {
    expect(shownWindow(windowAround(5, 100), 101)).toEqual({ first: 3, last: 10 });
  });

  it("become earlier and later ones", () => {
    const earlier = withEarlier(latestWindow(69), 69);
    expect(shownWindow(earlier, 69)).toEqual({ first: 54, last: 69 });
    expect(shownWindow(withLater(windowAround(1, 20), 20), 20)).toEqual({ first: 1, last: 16 });
    // At the end, it continues with new runs.
    expect(withLater(windowAround(10, 20), 20).last).toBeUndefined();
  });

  it("drops the other end when there are too many", () => {
    const three = withEarlier(withEarlier(latestWindow(69), 69), 69);
    expect(shownWindow(three, 69)).toEqual({ first: 46, last: 69 });
    expect(shownWindow(withEarlier(three, 69), 69)).toEqual({ first: 38, last: 61 });
    expect(shownWindow(latestWindow(69), 100)).toEqual({ first: 77, last: 100 });
  });

  it("are never more than the limit, and reach every run", () => {
    const step = fc.constantFrom(withEarlier, withLater);
    const target = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(target, target, fc.array(step, { maxLength: 30 }), (number, total, steps) => {
        let window: ChosenWindow = windowAround(number, total);
        const target = Math.min(number, total);
        expect(shownWindow(window, total).first).toBeLessThanOrEqual(target);
        expect(shownWindow(window, total).last).toBeGreaterThanOrEqual(target);
        for (const move of steps) {
          window = move(window, total);
          const { first, last } = shownWindow(window, total);
          expect(first).toBeGreaterThanOrEqual(1);
          expect(last).toBeLessThanOrEqual(total);
          expect(last - first).toBeGreaterThanOrEqual(0);
          expect(last - first).toBeLessThan(maxWindow);
        }
      }),
    );
  });
});

it("loads runs in chunks with fixed borders", () => {
  expect(chunksOf({ first: 62, last: 69 })).toEqual([51]);
  expect(chunksOf({ first: 98, last: 105 })).toEqual([51, 101]);
  expect(chunksOf({ first: 1, last: 50 })).toEqual([1]);
  expect(chunksOf({ first: 50, last: 101 })).toEqual([1, 51, 101]);
  expect(chunksOf({ first: 93, last: 80 })).toEqual([]);
});
