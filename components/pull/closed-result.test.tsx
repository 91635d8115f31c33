import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { ClosedResult } from "./closed-result";
import { closedPull } from "./testing/closed-pull";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ClosedResult name={name} pull={closedPull} canWrite />
    </QueryClientProvider>,
  );

it("restores a deleted branch with the commits of the pull request", async () => {
  let head: string | undefined;
  const reference = (sha: string) => ({ ref: "refs/heads/fix/rounding", object: { sha, type: "commit" } });
  const longer = { ...reference(closedPull.base.sha), ref: "refs/heads/fix/rounding-2" };
  const calls = stubProxy(({ method }) => {
    if (method === "POST") head = closedPull.head.sha;
    if (method === "POST") return reference(closedPull.head.sha);
    return { refs: head === undefined ? [longer] : [reference(head), longer] };
  });
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Restore branch" }));
  await waitFor(() => expect(screen.queryByText(/was deleted/)).toBeNull());
  const created = calls.find(({ method }) => method === "POST");
  expect(created?.body).toEqual({ ref: "refs/heads/fix/rounding", sha: closedPull.head.sha });
});
