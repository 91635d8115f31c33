import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { RangeDiff } from "./range-diff";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const version = (number: string) => ({ number, headSha: number.repeat(40), baseSha: "b".repeat(40) });
const at = (position: number, digit: string) => ({ position, sha: digit.repeat(40) });

function show(respond: () => unknown) {
  const calls = stubProxy(respond);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RangeDiff name={name} from={version("1")} to={version("3")} />
    </QueryClientProvider>,
  );
  return calls;
}

it("lists the commits of both versions with what changed in them", async () => {
  const pairs = [
    { status: "unchanged", before: at(1, "a"), after: at(1, "a"), subject: "Keep" },
    {
      status: "changed",
      before: at(2, "b"),
      after: at(2, "c"),
      subject: "Change",
      patch: "@@ b.txt\n ++<b>more</b>\n-+x",
    },
    { status: "removed", before: at(3, "d"), subject: "Drop" },
    { status: "added", after: at(3, "e"), subject: "" },
  ];
  const calls = show(() => ({ from: version("1"), to: version("3"), pairs, limitHit: false }));
  await screen.findByText("Keep");
  expect(calls[0]?.path).toMatch(/\/pulls\/7\/range_diff\?from=1&to=3$/);
  const items = screen.getAllByRole("listitem");
  expect(items.map((item) => item.firstChild?.textContent)).toEqual([
    "UnchangedKeepaaaaaaaa",
    "ChangedChangebbbbbbbb → cccccccc",
    "RemovedDropdddddddd",
    "Added(no message)eeeeeeee",
  ]);
  const [, changed] = items;
  expect(changed?.querySelector("pre")?.textContent).toBe("@@ b.txt ++<b>more</b>-+x");
  const link = within(changed as HTMLElement).getByRole("link", { name: "Change" });
  expect(link.getAttribute("href")).toBe(`/repositories/demo/orders/commits/${"c".repeat(40)}`);
});

it("says that changes are too large, or why there is no comparison", async () => {
  show(() => ({ from: version("1"), to: version("3"), pairs: [], limitHit: true }));
  await screen.findByText("The changes within the commits are too large to show.");
  cleanup();
  const message = "The file or its history is too large. Clone the repository to read it.";
  show(() => Response.json({ code: 9, message, details: [] }, { status: 400 }));
  expect((await screen.findByRole("alert")).textContent).toContain(message);
});
