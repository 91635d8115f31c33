import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mirror, name, repo } from "@/components/mirrors/testing/told-mirror";
import type { Mirror } from "@/lib/contract/admin/mirror";
import type { Repo } from "@/lib/contract/hosting/repo";
import { EmptyPart } from "./empty-part";

let status: Mirror["status"] | undefined;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  asked = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url.includes("/branches") ? "branches" : "mirror");
    if (url.includes("/branches")) return Response.json({ branches: [], nextPageToken: "" });
    if (status) return Response.json(mirror(status));
    return Response.json({ error: { code: "mirror_not_found", message: "No mirror" } }, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show(told: Partial<Repo> = {}, mayChange = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <EmptyPart name={name} repo={{ ...repo, ...told }} mayChange={mayChange} />
    </QueryClientProvider>,
  );
}

it("says of a repository that stands for itself, or leads, that its first branch is pushed", async () => {
  status = undefined;
  show();
  expect(await screen.findByText("Nothing was pushed yet")).toBeTruthy();
  expect(screen.queryByText(/mirror/)).toBeNull();
  cleanup();
  status = "detached";
  show();
  expect(await screen.findByText("Nothing was pushed yet")).toBeTruthy();
});

it("says of a mirror that was not begun where it is begun, and then that it is being fetched until a branch came", async () => {
  status = "initial";
  show();
  expect(await screen.findByText("Not begun")).toBeTruthy();
  expect(screen.getByText(/nothing was fetched from there yet/)).toBeTruthy();
  expect(screen.queryByText(/[Pp]ush/)).toBeNull();
  const link = screen.getByRole("link", { name: "Begin it in the settings" });
  expect(link.getAttribute("href")).toBe("/repositories/demo/copy?view=settings");
  status = "transitioning-initial-to-inbound";
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(await screen.findByText("Being fetched")).toBeTruthy();
  const before = asked.filter((each) => each === "branches").length;
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(asked.filter((each) => each === "branches").length).toBeGreaterThan(before);
});

it("asks nothing for people whom the service tells of no mirror that was not begun, and leaves open whether it is one", async () => {
  status = "initial";
  show({}, false);
  expect(await screen.findByText(/Should it mirror another repository/)).toBeTruthy();
  expect(asked).not.toContain("mirror");
  cleanup();
  show({ mirror: { source: "git", sourceId: "a/b", status: "inbound" } }, false);
  expect(await screen.findByText("Follows its source")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
