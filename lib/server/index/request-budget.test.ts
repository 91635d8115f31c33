import { expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { RequestBudget } from "./request-budget";

it("spaces out background requests but not urgent ones", () => {
  const budget = new RequestBudget(new FakeClock());
  expect(budget.reserve({ urgent: false })).toBe(0);
  expect(budget.reserve({ urgent: false })).toBe(125);
  expect(budget.reserve({ urgent: false })).toBe(250);
  expect(budget.reserve({ urgent: true })).toBe(0);
});

it("pauses for Retry-After, then continues at a lower rate", () => {
  const clock = new FakeClock();
  const budget = new RequestBudget(clock);
  budget.tooMany(30_000);
  expect(budget.reserve({ urgent: true })).toBe(30_000);
  expect(budget.pauseMs).toBe(30_000);
  expect(budget.rate).toBe(4);
  clock.advance(30_000);
  expect(budget.reserve({ urgent: true })).toBe(0);
  for (let index = 0; index < 1_000; index += 1) budget.succeeded();
  expect(budget.rate).toBe(20);
});
