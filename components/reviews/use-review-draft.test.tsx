import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { ReviewerContext } from "./reviewer";
import { useReviewDraft } from "./use-review-draft";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const as =
  (email: string) =>
  ({ children }: { children: ReactNode }) => (
    <ReviewerContext value={{ name: null, email }}>{children}</ReviewerContext>
  );
const draftsOf = (email: string) => renderHook(() => useReviewDraft("pr_1"), { wrapper: as(email) });

it("keeps a draft across reloads, for the user who wrote it", () => {
  const { result, unmount } = draftsOf("ana@example.test");
  const draft = { body: "Should this be bounded?", path: "a.ts", side: "right" as const, line: 3, version: "1" };
  act(() => result.current.put(draft));
  expect(result.current.drafts).toEqual([draft]);
  unmount();
  expect(draftsOf("ana@example.test").result.current.drafts).toEqual([draft]);
  expect(draftsOf("leo@example.test").result.current.drafts).toEqual([]);
});
