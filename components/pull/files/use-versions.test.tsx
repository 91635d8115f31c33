import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { closedPull } from "../testing/closed-pull";
import { useMarkSeen, useVersions } from "./use-versions";
import { viewedQuery } from "./use-viewed";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const reference = {
  id: "pr_7",
  number: "7",
  repository: { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } },
};
const version = (number: string) => ({ number, headSha: number.repeat(40), baseSha: "b".repeat(40) });
const pull = { ...closedPull, version: { ...closedPull.version, ...version("3") } };

/** The dashboard, on which the user has seen version 2. */
function stubDashboard() {
  const seenVersions = [version("2")];
  return stubProxy(({ method, path, body }) => {
    if (method === "POST" && path === "/dashboard/seen-versions/pr_7") {
      seenVersions.push({ ...version("0"), ...Object(body) });
      return body;
    }
    if (path.startsWith("/dashboard/viewed-files/")) return { marks: [], seenVersions };
    if (path.includes("/timeline")) return { events: [], nextPageToken: "" };
    if (path.includes("/reviews")) return { reviews: [], pullRequest: reference, nextPageToken: "" };
    return { comments: [], pullRequest: reference, nextPageToken: "" };
  });
}

/** Opens version 3 in another browser. */
function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const versions = useVersions(name, pull, "ana@example.test");
      useMarkSeen(pull.id, pull.version, useQuery(viewedQuery(pull.id)).isFetched);
      return versions;
    },
    { wrapper },
  );
  return { result, client };
}

it("shows in every browser which version the user saw last, until the page is closed", async () => {
  const calls = stubDashboard();
  const { result, client } = open();
  await expect.poll(() => result.current.seen).toEqual(version("2"));
  expect(result.current.versions).toEqual([version("2"), version("3")]);
  await expect
    .poll(() => calls.filter(({ method }) => method === "POST").map(({ body }) => body))
    .toEqual([version("3")]);
  await client.refetchQueries({ queryKey: viewedQuery(pull.id).queryKey });
  expect(result.current.seen).toEqual(version("2"));

  const { result: later } = open();
  await expect.poll(() => later.current.isComplete && later.current.versions.length).toBe(2);
  expect(later.current.seen).toBeUndefined();
});
