import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { CallFailure } from "./call-failure";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("counts down to the moment when calls are taken again, and tries again then", async () => {
  const error = new CallError({ status: 429, code: "8", message: "Rate limit exceeded", retryAfterSeconds: 12 });
  const onRetry = vi.fn();
  render(
    <CallFailure error={error} onRetry={onRetry}>
      The checks could not be read.
    </CallFailure>,
  );
  await act(async () => {
    await vi.dynamicImportSettled();
  });
  const shown = () => screen.getByRole("alert").textContent;
  expect(shown()).toContain("Rate limit exceeded");
  expect(shown()).toContain("again in 12 s");
  act(() => vi.advanceTimersByTime(5_000));
  expect(shown()).toContain("again in 7 s");
  expect(onRetry).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(7_000));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(shown()).toContain("Calls are taken again.");
});

it("leaves trying again to the reader for any other failure", () => {
  const onRetry = vi.fn();
  render(
    <CallFailure error={new CallError({ status: 500, code: "13", message: "It broke" })} onRetry={onRetry}>
      Nothing was changed.
    </CallFailure>,
  );
  act(() => vi.advanceTimersByTime(60_000));
  expect(onRetry).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toContain("It broke");
  screen.getByRole("button", { name: "Try again" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});
