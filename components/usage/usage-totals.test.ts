import { expect, it } from "vitest";
import { trendText } from "./usage-totals";

it.each([
  [120, 100, "+20% vs. previous 30 days"],
  [50, 100, "−50% vs. previous 30 days"],
  [100, 100, "±0% vs. previous 30 days"],
  [100, 0, undefined],
  [100, undefined, undefined],
])("the trend from %j, after %j, reads %j", (now, before, text) => {
  expect(trendText(now, before, 30)).toBe(text);
});
