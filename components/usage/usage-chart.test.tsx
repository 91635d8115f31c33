import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { tokenKinds } from "./token-kinds";
import { UsageChart } from "./usage-chart";

afterEach(cleanup);

const bar = (day: string, totalTokens: number) => ({
  day,
  inputTokens: totalTokens,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  totalTokens,
});

it("spreads the bars of a week over the whole width, each above its date", () => {
  const days = Array.from({ length: 7 }, (_, index) => bar(`2026-01-0${index + 1}`, 100 + index));
  const { container } = render(
    <UsageChart days={days} from="2026-01-01" to="2026-01-07" kinds={tokenKinds.slice(0, 2)} />,
  );
  const slots = [...container.querySelectorAll("svg g")].map((group) => {
    const [slot] = group.querySelectorAll("rect");
    return [Number(slot?.getAttribute("x")), Number(slot?.getAttribute("width"))];
  });
  expect(slots.map(([x = 0]) => Math.round(x))).toEqual([0, 143, 286, 429, 571, 714, 857]);
  expect((slots.at(-1)?.[0] ?? 0) + (slots.at(-1)?.[1] ?? 0)).toBeCloseTo(1_000);
  expect(container.textContent).toContain("01-0101-0201-03");
  expect(container.querySelector("figcaption")?.textContent).toBe("Tokens by day, UTCInputOutput");
});
