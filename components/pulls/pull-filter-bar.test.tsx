import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, expect, it } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import { AllPulls } from "./all-pulls";
import { PullFilterBar } from "./pull-filter-bar";
import { RepositoryPulls } from "./repository-pulls";

afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", "/");
});

const repository = { ownerSlug: "demo", repoName: "orders" };

/** Shows a list with its filters. Returns the calls that load pull requests. */
function show(chosen: string): () => string[] {
  window.history.replaceState(null, "", "/pulls");
  const calls: ProxyCall[] = stubProxy(({ path }) =>
    path.startsWith("/dashboard/pulls") ? { pulls: [], more: false, nextPageToken: "" } : { pulls: [] },
  );
  const filterBar = <PullFilterBar repositories={["demo/orders"]} chosen={chosen} isAdmin={false} />;
  const parts = { action: null, filterBar };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SearchParamsContext value={new URLSearchParams()}>
        {chosen === "*" ? (
          <AllPulls {...parts} hasRepositories />
        ) : (
          <RepositoryPulls {...parts} repository={repository} />
        )}
      </SearchParamsContext>
    </QueryClientProvider>,
  );
  return () => calls.map(({ path }) => path).filter((path) => path.startsWith("/dashboard/pulls"));
}

const lastQuery = (paths: string[]) => Object.fromEntries(new URL(paths.at(-1) ?? "", "http://x.test").searchParams);

it("switches between all pull requests, those that need the user's review, and the user's own", async () => {
  const paths = show("*");
  fireEvent.click(await screen.findByRole("radio", { name: "Needs my review" }));
  await waitFor(() => expect(lastQuery(paths())).toMatchObject({ reviewer: "me" }));
  fireEvent.click(screen.getByRole("radio", { name: "Created by me" }));
  await waitFor(() => expect(lastQuery(paths())).toMatchObject({ author: "me", reviewer: "" }));
  expect(screen.getByRole("radio", { name: "Created by me" }).getAttribute("aria-checked")).toBe("true");
  // The field is for other authors.
  expect(screen.getByRole("searchbox", { name: "Author" })).toHaveProperty("value", "");
  expect(window.location.search).toBe("?author=me");
  expect(await screen.findByText("No matching pull requests")).toBeDefined();
});

it("has the same filters for one repository, and sorting", async () => {
  const paths = show("demo/orders");
  const search = await screen.findByRole("searchbox", { name: "Search" });
  fireEvent.change(search, { target: { value: "round" } });
  fireEvent.keyDown(search, { key: "Enter" });
  fireEvent.change(screen.getByRole("combobox", { name: "Sort" }), { target: { value: "created-asc" } });
  await waitFor(() =>
    expect(lastQuery(paths())).toMatchObject({ q: "round", sortBy: "created", direction: "asc", state: "open" }),
  );
  expect(paths().every((path) => path.startsWith("/dashboard/pulls/demo/orders?"))).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "Needs my review" }));
  await waitFor(() => expect(lastQuery(paths())).toMatchObject({ reviewer: "me", q: "round" }));
});
