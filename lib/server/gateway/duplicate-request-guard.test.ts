import { expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createDuplicateRequestGuard } from "./duplicate-request-guard";

const attempt = "0123456789abcdef".repeat(2);

it("detects a repeated write of the same user for ten minutes", () => {
  const clock = new FakeClock();
  const isFirst = createDuplicateRequestGuard(clock);
  expect(isFirst("a", attempt)).toBe(true);
  expect(isFirst("a", attempt)).toBe(false);
  expect(isFirst("b", attempt)).toBe(true);
  clock.advance(10 * 60_000 - 1);
  expect(isFirst("a", attempt)).toBe(false);
  clock.advance(1);
  expect(isFirst("a", attempt)).toBe(true);
});

it("accepts writes without a valid attempt id", () => {
  const isFirst = createDuplicateRequestGuard(new FakeClock());
  for (const name of [null, "", "x".repeat(10_000)]) {
    expect([isFirst("a", name), isFirst("a", name)]).toEqual([true, true]);
  }
});
