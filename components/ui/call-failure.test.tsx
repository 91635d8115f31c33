import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { CallFailure } from "./call-failure";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("counts down to the end of a rate limit and retries then", async () => {
  const error = new CallError({ status: 429, code: "8", message: "Rate limit exceeded", retryAfterSeconds: 12 });
  const onRetry = vi.fn();
  render(
    <CallFailure error={error} onRetry={onRetry}>
      Couldn't load checks.
    </CallFailure>,
  );
  await act(async () => {
    await vi.dynamicImportSettled();
  });
  const shown = () => screen.getByRole("alert").textContent;
  expect(shown()).toContain("Rate limit exceeded");
  expect(shown()).toContain("Retrying in 12 s");
  act(() => vi.advanceTimersByTime(5_000));
  expect(shown()).toContain("Retrying in 7 s");
  expect(onRetry).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(7_000));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(shown()).toContain("Rate limit reset.");
});

it("doesn't retry other failures automatically", () => {
  const onRetry = vi.fn();
  render(
    <CallFailure error={new CallError({ status: 500, code: "13", message: "It broke" })} onRetry={onRetry}>
      Couldn't save.
    </CallFailure>,
  );
  act(() => vi.advanceTimersByTime(60_000));
  expect(onRetry).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toContain("It broke");
  screen.getByRole("button", { name: "Try again" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

it("shows nothing when the session has ended, because a dialog does", () => {
  const ended = new CallError({ status: 401, code: "session_ended", message: "Your session ended. Sign in again." });
  render(
    <CallFailure error={ended} onRetry={vi.fn()}>
      Couldn't load agents.
    </CallFailure>,
  );
  expect(screen.queryByRole("alert")).toBeNull();
});
