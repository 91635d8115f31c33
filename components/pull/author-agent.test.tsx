import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { pullAgentsQuery } from "@/components/pulls/pull-agents-query";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { PullAgent } from "@/lib/contract/dashboard/pulls/get-pull-agents";
import { AuthorAgent } from "./author-agent";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };

function show(author?: PullAgent) {
  stubProxy(() => ({ ...(author && { author }), runs: [] }));
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <AuthorAgent name={name} />
    </QueryClientProvider>,
  );
  return client;
}

it("links to the agent that opened the pull request", async () => {
  show({ id: "bc-1", name: "Fix rounding", archived: false, busy: false });
  const link = await screen.findByRole("link", { name: "Agent Fix rounding" });
  expect(link.getAttribute("href")).toBe("/agents/bc-1");
});

it("shows nothing for pull requests that no agent opened", async () => {
  const client = show();
  await waitFor(() => expect(client.getQueryData(pullAgentsQuery(name).queryKey)).toBeDefined());
  expect(screen.queryByRole("link")).toBeNull();
});
