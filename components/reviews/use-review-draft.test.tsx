import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useReviewDraft } from "./use-review-draft";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("H-RVR-22 keeps an unsubmitted review in the browser and sends nothing to the service", () => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  const { result, unmount } = renderHook(() => useReviewDraft("pr_1"));
  const draft = { body: "Should this be bounded?", path: "a.ts", side: "right" as const, line: 3, version: "1" };
  act(() => result.current.put(draft));
  expect(result.current.drafts).toEqual([draft]);
  unmount();
  expect(renderHook(() => useReviewDraft("pr_1")).result.current.drafts).toEqual([draft]);
  expect(fetch).not.toHaveBeenCalled();
});
