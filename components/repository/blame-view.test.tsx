import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { BlameView } from "./blame-view";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders" };
const [first, second, head] = ["a", "b", "c"].map((digit) => digit.repeat(40)) as [string, string, string];
const by = (user: string, day: string) => ({
  name: user,
  email: "x@example.test",
  date: `2026-01-${day}T00:00:00Z`,
});
const blame = {
  sha: head,
  path: "new name.ts",
  commits: [
    { sha: first, author: by("Ana Reyes", "01"), subject: "Create <b>it</b>" },
    { sha: second, author: by("Leo Brandt", "09"), subject: "Edit", previous: { sha: first, path: "old.ts" } },
  ],
  ranges: [
    { sha: first, path: "old.ts", startLine: 1, lineCount: 2, originalStartLine: 1 },
    { sha: second, path: "new name.ts", startLine: 3, lineCount: 1, originalStartLine: 3 },
  ],
};

function show(text: string | Uint8Array, shown: unknown = blame) {
  const calls = stubProxy(({ path }) =>
    path.includes("/blame?")
      ? shown
      : {
          type: "file",
          encoding: "base64",
          size: "9",
          name: "new name.ts",
          path: "new name.ts",
          sha: first,
          content: Buffer.from(text).toString("base64"),
        },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BlameView name={name} location={{ revision: "main", path: "new name.ts" }} />
    </QueryClientProvider>,
  );
  return calls;
}

it("shows each commit next to its lines, and links to it and to the blame before it", async () => {
  const calls = show("one\ntwo\n<i>three</i>\n");
  const list = await screen.findByRole("list", { name: "Commits by line" });
  const [older, newer] = within(list).getAllByRole("listitem");
  expect(older?.textContent).toContain("Lines 1–2:Create <b>it</b>");
  expect(older?.style.height).toBe("36px");
  expect(within(older as HTMLElement).queryByRole("link", { name: /^Blame before/ })).toBeNull();
  expect(newer?.textContent).toContain("Line 3:Edit");
  const links = within(newer as HTMLElement).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/repositories/demo/orders/commits/${second}`,
    `/repositories/demo/orders?view=blame&ref=${first}&path=old.ts`,
  ]);
  expect(screen.getByRole("region", { name: "Lines" }).textContent).toContain("<i>three</i>");
  expect(calls.find(({ path }) => path.includes("/contents?"))?.path).toContain(`ref=${head}`);
  fireEvent.keyDown(window, { key: "j" });
  fireEvent.keyDown(window, { key: "j" });
  expect(document.activeElement).toBe(links[0]);
});

it("explains binary and empty files", async () => {
  show(new Uint8Array([1, 0, 2]));
  expect(await screen.findByText("Binary file")).toBeTruthy();
  cleanup();
  show("", { ...blame, commits: [], ranges: [] });
  expect(await screen.findByText("Empty file")).toBeTruthy();
});

it("says why there is no blame", async () => {
  const message = "The file or its history is too large. Clone the repository to read it.";
  show("", Response.json({ code: 9, message, details: [] }, { status: 400 }));
  expect((await screen.findByRole("alert")).textContent).toContain(message);
});
