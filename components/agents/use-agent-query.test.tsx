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
/** A list whose router says where it is. */
const list = (search: string) => (
  <SearchParamsContext value={new URLSearchParams(search)}>
    <Bar />
  </SearchParamsContext>
);
const shown = () => screen.getByRole("status").textContent;
function type(text: string): void {
  act(() => query.change({ ...query.draft, text }));
  act(() => vi.advanceTimersByTime(1_000));
}

it("keeps what is typed when the router tells late of what stood in the address before, and follows it elsewhere", () => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/agents");
  const { rerender } = render(list(""));
  type("des");
  type("describe");
  rerender(list("q=des"));
  expect(shown()).toBe("describe");
  rerender(list("q=describe"));
  expect(shown()).toBe("describe");

  window.history.pushState(null, "", "/agents?q=other");
  rerender(list("q=other"));
  expect(shown()).toBe("other");
});

it("stands in the address before a press can lead elsewhere", () => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/agents");
  render(list(""));
  act(() => query.change({ ...query.draft, text: "late" }));
  expect(window.location.search).toBe("");
  document.body.click();
  expect(window.location.search).toBe("?q=late");
});
