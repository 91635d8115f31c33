import { act, cleanup, render, screen } from "@testing-library/react";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, expect, it, vi } from "vitest";
import { useAgentQuery } from "./use-agent-query";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.history.replaceState(null, "", "/");
});

let query: ReturnType<typeof useAgentQuery>;
function Bar() {
  query = useAgentQuery();
  return <output>{query.draft.text}</output>;
}
/** The hook with the search string the router reports. */
const withSearch = (search: string) => (
  <SearchParamsContext value={new URLSearchParams(search)}>
    <Bar />
  </SearchParamsContext>
);
const shown = () => screen.getByRole("status").textContent;
function type(text: string): void {
  act(() => query.change({ ...query.draft, text }));
  act(() => vi.advanceTimersByTime(1_000));
}

it("keeps typed text when useSearchParams lags behind, and follows a navigation", () => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/agents");
  const { rerender } = render(withSearch(""));
  type("des");
  type("describe");
  rerender(withSearch("q=des"));
  expect(shown()).toBe("describe");
  rerender(withSearch("q=describe"));
  expect(shown()).toBe("describe");

  window.history.pushState(null, "", "/agents?q=other");
  rerender(withSearch("q=other"));
  expect(shown()).toBe("other");
});

it("updates the URL before a click can navigate away", () => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/agents");
  render(withSearch(""));
  act(() => query.change({ ...query.draft, text: "late" }));
  expect(window.location.search).toBe("");
  document.body.click();
  expect(window.location.search).toBe("?q=late");
});
