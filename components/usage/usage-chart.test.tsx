import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { tokenKinds } from "./token-kinds";
import { type Measure, UsageChart } from "./usage-chart";

afterEach(cleanup);

const bar = (day: string, totalTokens: number) => ({
  day,
  inputTokens: totalTokens,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  totalTokens,
});

function Chart(props: Pick<ComponentProps<typeof UsageChart>, "days" | "currency">) {
  const [measure, setMeasure] = useState<Measure>("cost");
  return (
    <UsageChart
      {...props}
      from="2026-01-01"
      to="2026-01-07"
      kinds={tokenKinds.slice(0, 2)}
      measure={measure}
      onMeasure={setMeasure}
    />
  );
}

it("spreads the bars of a week over the whole width, each above its date", () => {
  const days = Array.from({ length: 7 }, (_, index) => bar(`2026-01-0${index + 1}`, 100 + index));
  const { container } = render(<Chart days={days} currency={undefined} />);
  const slots = [...container.querySelectorAll("svg g")].map((group) => {
    const [slot] = group.querySelectorAll("rect");
    return [Number(slot?.getAttribute("x")), Number(slot?.getAttribute("width"))];
  });
  expect(slots.map(([x = 0]) => Math.round(x))).toEqual([0, 143, 286, 429, 571, 714, 857]);
  expect((slots.at(-1)?.[0] ?? 0) + (slots.at(-1)?.[1] ?? 0)).toBeCloseTo(1_000);
  expect(container.textContent).toContain("01-0101-0201-03");
  expect(container.querySelector("figcaption")?.textContent).toBe("Tokens by day, UTCInputOutput");
});

it("shows the cost by default if there are prices, and tokens on request", async () => {
  const user = userEvent.setup();
  const days = [
    { ...bar("2026-01-01", 100), estimate: "0.50" },
    { ...bar("2026-01-07", 900), estimate: "2.00" },
  ];
  const { container } = render(<Chart days={days} currency="USD" />);
  const heights = () =>
    [...container.querySelectorAll("svg g")].map((group) =>
      Number(group.querySelectorAll("rect")[1]?.getAttribute("height") ?? 0),
    );
  const titles = () => [...container.querySelectorAll("title")].map(({ textContent }) => textContent);
  expect(container.textContent).toContain("Estimated cost by day, UTC");
  expect(titles().at(-1)).toBe("2026-01-07: ≈ 2.00 USD");
  expect([heights()[0], heights()[1], heights().at(-1)]).toEqual([40, 0, 160]);
  await user.click(screen.getByRole("radio", { name: "Tokens" }));
  expect(container.textContent).toContain("Tokens by day, UTC");
  expect(titles().at(-1)).toBe("2026-01-07: 900 tokens");
  expect(heights().at(-1)).toBe(160);
});
