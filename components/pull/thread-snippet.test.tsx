import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Thread } from "@/components/reviews/review-queries";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { closedPull } from "./testing/closed-pull";
import { ThreadSnippet } from "./thread-snippet";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const pull = { ...closedPull, version: { ...closedPull.version, number: "3" } };
const older = { number: "2", headSha: "2".repeat(40), baseSha: "1".repeat(40) };
const mergeBase = "0".repeat(40);
const patch = "@@ -1,2 +1,2 @@\n one\n-two\n+two!\n";
const commit = (sha: string) => ({
  sha,
  parents: [],
  commit: {
    author: { name: "Ana", email: "", date: "" },
    committer: { name: "Ana", email: "", date: "" },
    message: "",
    tree: { sha },
  },
});

/** Shows a thread's lines. Returns the calls, and a function that scrolls to the thread. */
function show(thread: Partial<Thread>, contents: Readonly<Record<string, string>> = {}) {
  const reports = new Set<() => void>();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly report: (entries: { target: Element; isIntersecting: boolean }[]) => void) {}
      observe = (target: Element) => reports.add(() => this.report([{ target, isIntersecting: true }]));
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  const calls = stubProxy(({ path }) => {
    const { pathname, searchParams } = new URL(path, "http://x.test");
    if (pathname.endsWith("/pulls/7/files")) {
      const file = { filename: "a.ts", status: "modified", additions: 1, deletions: 1, changes: 2, patch };
      return { files: [file], nextPageToken: "" };
    }
    if (pathname.includes("/compare/")) {
      const commits = { baseCommit: commit("b"), headCommit: commit("h"), mergeBaseCommit: commit(mergeBase) };
      return { status: "ahead", aheadBy: 1, behindBy: 0, ...commits };
    }
    const filePath = searchParams.get("path") ?? "";
    const text = contents[`${searchParams.get("ref")}:${filePath}`];
    if (text === undefined) return Response.json({ code: 5, message: "Not found" }, { status: 404 });
    const file = { type: "file", encoding: "base64", size: `${text.length}`, name: filePath, path: filePath, sha: "f" };
    return { ...file, content: btoa(text) };
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThreadSnippet name={name} pull={pull} thread={{ id: "thr_1", comments: [], side: "right", ...thread }} />
    </QueryClientProvider>,
  );
  const scrollIntoView = () =>
    act(() => {
      for (const report of reports) report();
    });
  return { calls, scrollIntoView };
}

const lines = () => [...document.querySelectorAll("pre code")].map((line) => line.textContent?.trim());
const link = () => screen.getByRole("link", { name: "View in files" }).getAttribute("href");

it("shows the changes of the latest version, and links to its lines", async () => {
  show({ path: "a.ts", startLine: 2 });
  await expect.poll(lines).toEqual(["1  one", "2− two", "2+ two!"]);
  expect(link()).toBe(`/pulls/demo/orders/7?tab=files&at=${encodeURIComponent("R2:a.ts")}`);
});

it("shows the lines of an older version once they are scrolled to, and links to that version", async () => {
  const { calls, scrollIntoView } = show(
    { path: "a.ts", startLine: 2, version: older },
    { [`${older.headSha}:a.ts`]: "old one\nold two\nold three\n" },
  );
  expect(calls).toEqual([]);
  scrollIntoView();
  await expect.poll(lines).toEqual(["1  old one", "2  old two"]);
  expect(calls.length).toBe(1);
  expect(link()).toBe(`/pulls/demo/orders/7?tab=files&versions=2&at=${encodeURIComponent("R2:a.ts")}`);
});

it("shows removed lines of an older version from its merge base", async () => {
  const { scrollIntoView } = show(
    { path: "a.ts", side: "left", startLine: 1, version: older },
    { [`${mergeBase}:a.ts`]: "base\n" },
  );
  scrollIntoView();
  await expect.poll(lines).toEqual(["1  base"]);
});

it("shows lines that the loaded diff doesn't contain, cut to a readable length", async () => {
  const { scrollIntoView } = show(
    { path: "b.ts", startLine: 1 },
    { [`${pull.version.headSha}:b.ts`]: "x".repeat(100_000) },
  );
  scrollIntoView();
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]?.length).toBeLessThan(600);
  expect(lines()[0]?.endsWith("…")).toBe(true);
});

it("has only the link if the lines can't be read, or if the thread is on a file", async () => {
  const { calls, scrollIntoView } = show({ path: "gone.ts", startLine: 1, version: older });
  scrollIntoView();
  await expect.poll(() => calls.length).toBe(1);
  expect(lines()).toEqual([]);
  cleanup();
  const onFile = show({ path: "a.ts", version: older });
  onFile.scrollIntoView();
  expect(link()).toBe(`/pulls/demo/orders/7?tab=files&versions=2&at=${encodeURIComponent(":a.ts")}`);
  expect(onFile.calls).toEqual([]);
});
