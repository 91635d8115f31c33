import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { UsageTile } from "./usage-tile";

afterEach(cleanup);

const tokens = {
  days: [
    { day: "2026-05-01", tokens: 1_500 },
    { day: "2026-05-02", tokens: 500 },
  ],
  unknownRuns: 0,
};

function show(today: { tokens: number; estimate?: string; currency?: string }, unknownRuns = 0): string {
  cleanup();
  render(<UsageTile tokens={{ ...tokens, unknownRuns }} today={{ failed: 0, ...today }} hasError={false} />);
  const tile = screen.getByRole("region");
  const [figure, total] = tile.querySelectorAll("p");
  return [tile.querySelector("h2"), figure, total].map((each) => each?.textContent).join(" | ");
}

it("shows today's spend once there are prices, and otherwise today's tokens", () => {
  expect(show({ tokens: 500, estimate: "1.25", currency: "USD" })).toBe(
    "Spend today | ≈ 1.25 USD | 2K tokens in 2 days",
  );
  expect(show({ tokens: 500 })).toBe("Tokens today | 500 | 2K tokens in 2 days");
});

it("says how many runs aren't counted", () => {
  expect(show({ tokens: 500 }, 2)).toBe("Tokens today | 500 | 2K tokens in 2 days, without 2 runs of unknown usage");
});
