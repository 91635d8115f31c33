import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { FilePathProvider } from "@/components/environment/file-path";
import { hostedRepositoryQuery } from "@/components/repositories/hosted-repository-query";
import type { Agent } from "@/lib/contract/agents/agent";
import EditEnvironmentFile from "./edit-environment-file";

afterEach(cleanup);

const url = "https://svc.example.com/demo/orders";

/** The search parameters of the link; `null` without one. */
function show(repository: Agent["repos"][number], isHosted = true) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const { queryKey } = hostedRepositoryQuery(url, ["repo_1"]);
  client.setQueryData<object | null>(queryKey, isHosted ? { fullName: "demo/orders" } : null);
  render(
    <QueryClientProvider client={client}>
      <FilePathProvider path=".svc/environment.json">
        <EditEnvironmentFile agent={{ repos: [repository], repositoryIds: ["repo_1"] }} />
      </FilePathProvider>
    </QueryClientProvider>,
  );
  const link = screen.queryByRole("link", { name: "Edit environment file" });
  return link && Object.fromEntries(new URL(link.getAttribute("href") ?? "", url).searchParams);
}

it.each([
  [{ url }, ""],
  [{ url, startingRef: "release/2" }, "release/2"],
  [{ url, startingRef: "refs/heads/release/2" }, "release/2"],
])("opens the file of %j on the branch %j", (repository, branch) => {
  expect(show(repository)).toEqual({ repo: "demo/orders", branch, path: ".svc/environment.json" });
});

it("isn't offered where the file isn't that of a branch of the service", () => {
  expect(show({ url }, false)).toBeNull();
  for (const length of [40, 64]) expect(show({ url, startingRef: "a".repeat(length) })).toBeNull();
  expect(show({ url, prUrl: `${url}/pull/1` })).toBeNull();
});
