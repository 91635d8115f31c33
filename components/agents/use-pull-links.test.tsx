import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { usePullLinks } from "./use-pull-links";

afterEach(cleanup);

const at = "2026-05-01T12:00:00Z";
const repository = {
  id: "re-1",
  name: "orders",
  fullName: "demo/orders",
  owner: { id: "ow-1", slug: "demo" },
  defaultBranch: "main",
  createdAt: at,
  updatedAt: at,
  cloneUrl: "http://127.0.0.1:4100/demo/orders.git",
  visibility: "private",
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: false,
};
const hosted = "http://127.0.0.1:4100/demo/orders/pull/17";
const elsewhere = "https://git.example.com/demo/orders/pull/18";

/** The links of an agent with these pull requests, while the list of repositories loads, and the requests that load it. */
function linksOf(...prUrls: string[]) {
  const url = "https://git.example.com/demo/orders";
  const agents = [{ repos: prUrls.map((prUrl) => ({ url, prUrl })), branches: [] }];
  const calls = stubProxy(() => new Promise(() => undefined));
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePullLinks(agents), { wrapper });
  return { calls, client, linkOf: (url: string) => result.current(url) };
}

it("links pull requests of repositories hosted here to their page, others to their address", async () => {
  const { calls, client, linkOf } = linksOf(hosted, elsewhere);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(linkOf(elsewhere)).toBeUndefined();
  client.setQueryData(hostedRepositoriesQuery(callProxy).queryKey, [repository]);
  await waitFor(() => expect(linkOf(hosted)).toEqual({ page: "/pulls/demo/orders/17" }));
  expect(linkOf(elsewhere)).toEqual({ address: elsewhere });
  expect(linkOf("javascript:alert(1)")).toBeUndefined();
});

it("loads no repositories for agents without pull requests", async () => {
  const { calls } = linksOf();
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual([]);
});
