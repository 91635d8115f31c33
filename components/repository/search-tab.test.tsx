import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { SearchTab } from "./search-tab";

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const part = (search = "") => (
  <SearchParamsContext value={new URLSearchParams(search)}>
    <QueryClientProvider client={new QueryClient()}>
      <SearchTab name={{ ownerSlug: "demo", repoName: "orders" }} revision="fix/rounding" />
    </QueryClientProvider>
  </SearchParamsContext>
);

it("keeps input typed before hydration and writes it to the URL on submit", () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(part());
  const box = screen.getByLabelText<HTMLInputElement>("Find");
  box.value = "WELCOME10";

  const { rerender } = render(part(), { container, hydrate: true });
  rerender(part());
  expect(screen.getByLabelText("Find")).toBe(box);
  expect(box.value).toBe("WELCOME10");

  fireEvent.click(screen.getByLabelText("Regular expression"));
  fireEvent.submit(box);
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({ q: "WELCOME10", re: "1" });
});

it("works as a native form without JavaScript", () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(part());
  const form = container.querySelector("form");
  if (!form) throw new Error("no form");
  screen.getByLabelText<HTMLInputElement>("Find").value = "a b";
  const sent = Object.fromEntries(new FormData(form));
  expect(sent).toEqual({ view: "search", ref: "fix/rounding", q: "a b", in: "" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Search" }).disabled).toBe(false);
});

it("shows hidden characters in names and lines as escapes", async () => {
  const match = { path: "a\u202eb.ts", lineNumber: 1, line: "if (isAdmin\u202e) {", kind: "match" };
  stubProxy(() => ({ matches: [{ ...match, submatches: [{ start: 0, end: 2 }] }], limitHit: false }));
  render(part("q=if"));
  const section = await screen.findByRole("region", { name: /^a/ });
  expect(section.textContent).not.toContain("\u202e");
  expect(section.textContent).toContain("isAdmin");
});
