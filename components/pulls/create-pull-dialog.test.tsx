import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import { TestRouter } from "@/lib/client/testing/test-router";
import CreatePullDialog from "./create-pull-dialog";

afterEach(cleanup);

const repository = (name: string, defaultBranch: string) => ({
  id: name,
  name,
  fullName: `demo/${name}`,
  owner: { id: "ow-1", slug: "demo" },
  defaultBranch,
  createdAt: "",
  updatedAt: "",
  cloneUrl: "",
  visibility: "private",
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: false,
});

function show(repositories: string[]): ProxyCall[] {
  const calls = stubProxy(({ path }) =>
    path.includes("/branches") ? { branches: [], nextPageToken: "" } : { pullRequests: [], nextPageToken: "" },
  );
  const client = new QueryClient();
  client.setQueryData(hostedRepositoriesQuery(callProxy).queryKey, [
    repository("orders", "main"),
    repository("prices", "trunk"),
  ]);
  render(
    <QueryClientProvider client={client}>
      <TestRouter>
        <CreatePullDialog repositories={repositories} open onOpenChange={() => {}} initial={{ head: "topic" }} />
      </TestRouter>
    </QueryClientProvider>,
  );
  return calls;
}

it("asks for the repository if there are several, and starts over with its branches", async () => {
  const calls = show(["demo/orders", "demo/prices"]);
  expect((await screen.findByLabelText("Base branch")).textContent).toContain("main");
  expect(screen.getByLabelText("Compare branch").textContent).toContain("topic");
  fireEvent.change(screen.getByRole("combobox", { name: "Repository" }), { target: { value: "demo/prices" } });
  await waitFor(() => expect(screen.getByLabelText("Base branch").textContent).toContain("trunk"));
  expect(screen.getByLabelText("Compare branch").textContent).not.toContain("topic");
  await waitFor(() => expect(calls.some(({ path }) => path.includes("/repos/demo/prices/pulls"))).toBe(true));
});

it("doesn't ask for the only repository", async () => {
  show(["demo/orders"]);
  expect(await screen.findByLabelText("Base branch")).toBeDefined();
  expect(screen.queryByRole("combobox", { name: "Repository" })).toBeNull();
});
