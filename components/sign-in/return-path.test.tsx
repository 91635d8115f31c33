import { afterEach, expect, it, vi } from "vitest";
import { forgetReturnPath, rememberReturnPath, returnPath } from "./return-path";

afterEach(() => {
  vi.useRealTimers();
  forgetReturnPath();
});

it("returns to the requested page, once it was remembered", () => {
  expect(returnPath()).toBe("/");
  rememberReturnPath("/agents/bc-1?tab=changes");
  expect(returnPath()).toBe("/agents/bc-1?tab=changes");
  forgetReturnPath();
  expect(returnPath()).toBe("/");
});

it.each(["https://example.com", "//example.com", "/\\example.com", "javascript:alert(1)", ""])(
  "never returns to %j",
  (path) => {
    rememberReturnPath(path);
    expect(returnPath()).toBe("/");
  },
);

it("forgets the page after half an hour", () => {
  vi.useFakeTimers();
  rememberReturnPath("/queue");
  vi.advanceTimersByTime(31 * 60_000);
  expect(returnPath()).toBe("/");
});
