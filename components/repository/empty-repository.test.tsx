import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mirror, name, repo } from "@/components/mirrors/testing/mirror-fixtures";
import type { Mirror } from "@/lib/contract/admin/mirrors/mirror";
import type { Repo } from "@/lib/contract/hosting/repo";
import { EmptyRepository } from "./empty-repository";

let status: Mirror["status"] | undefined;
let requests: string[];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  requests = [];
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url.includes("/branches") ? "branches" : "mirror");
    if (url.includes("/branches")) return Response.json({ branches: [], nextPageToken: "" });
    return Response.json(status ? { mirror: mirror(status) } : {});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show(fields: Partial<Repo> = {}, isAdmin = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <EmptyRepository name={name} repo={{ ...repo, ...fields }} isAdmin={isAdmin} />
    </QueryClientProvider>,
  );
}

it("explains how to push to a repository that isn't a mirror or is detached", async () => {
  status = undefined;
  show();
  expect(await screen.findByText("No commits yet")).toBeTruthy();
  expect(screen.queryByText(/mirror/)).toBeNull();
  cleanup();
  status = "detached";
  show();
  expect(await screen.findByText("No commits yet")).toBeTruthy();
});

it("links an unstarted mirror to its settings, then shows the initial sync until a branch arrives", async () => {
  status = "initial";
  show();
  expect(await screen.findByText("Not started")).toBeTruthy();
  expect(screen.getByText(/Nothing has been fetched from upstream yet/)).toBeTruthy();
  expect(screen.queryByText(/[Pp]ush/)).toBeNull();
  const link = screen.getByRole("link", { name: "Start mirroring in settings" });
  expect(link.getAttribute("href")).toBe("/repositories/demo/copy?view=settings");
  status = "transitioning-initial-to-inbound";
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(await screen.findByText("Initial sync")).toBeTruthy();
  const before = requests.filter((each) => each === "branches").length;
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(requests.filter((each) => each === "branches").length).toBeGreaterThan(before);
});

it("doesn't fetch the mirror for users who can't see an unstarted one, and mentions that it may be a mirror", async () => {
  status = "initial";
  show({}, false);
  expect(await screen.findByText(/If this is a mirror/)).toBeTruthy();
  expect(requests).not.toContain("mirror");
  cleanup();
  show({ mirror: { source: "git", sourceId: "a/b", status: "inbound" } }, false);
  expect(await screen.findByText("Pulls from upstream")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
