import { act, cleanup, render, screen } from "@testing-library/react";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, expect, it } from "vitest";
import { useUrlState } from "./use-url-state";

afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", "/");
});

let url: ReturnType<typeof useUrlState>;
function Probe() {
  url = useUrlState();
  return <output>{url.get("at")}</output>;
}
/** A page whose router hasn't updated yet. */
const page = (search: string) => (
  <PathnameContext value="/pulls/1">
    <SearchParamsContext value={new URLSearchParams(search)}>
      <Probe />
    </SearchParamsContext>
  </PathnameContext>
);
const shown = () => screen.getByRole("status").textContent;

it("reads a new value before the router updates, and follows later navigations", () => {
  window.history.replaceState(null, "", "/pulls/1?at=first");
  const { rerender } = render(page("at=first"));
  expect(shown()).toBe("first");
  act(() => url.set({ at: "second" }));
  expect(shown()).toBe("second");
  expect(window.location.search).toBe("?at=second");
  act(() => url.set({ at: "third", tab: "files" }));
  expect(shown()).toBe("third");
  expect(window.location.search).toBe("?at=third&tab=files");

  window.history.pushState(null, "", "/pulls/1?at=elsewhere");
  rerender(page("at=elsewhere"));
  expect(shown()).toBe("elsewhere");
});

it("links to this page with other parameters", () => {
  window.history.replaceState(null, "", "/pulls/1?at=first&q=mine");
  render(page("at=first&q=mine"));
  expect(url.link({ at: "second", q: "" })).toBe("?at=second");
  expect(url.link({ tab: "files & more" })).toBe("?at=first&q=mine&tab=files+%26+more");
});
