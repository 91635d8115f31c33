import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { FileMetadata } from "@/components/diff/body-reason";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { useViewed } from "./use-viewed";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const [firstHead, secondHead, content] = ["1".repeat(40), "2".repeat(40), "c".repeat(40)];
const unknown: ReadonlyMap<string, FileMetadata> = new Map([["kept.txt", {}]]);
const known: ReadonlyMap<string, FileMetadata> = new Map([["kept.txt", { content }]]);

function open(status = 200) {
  const stored = new Set<string>();
  const calls = stubProxy(({ method, body }) => {
    if (method === "GET") return { marks: [...stored], seenVersions: [] };
    if (status !== 200) return Response.json({ error: { code: "internal", message: "No" } }, { status });
    const { marks, viewed } = body as { marks: string[]; viewed: boolean };
    for (const mark of marks) viewed ? stored.add(mark) : stored.delete(mark);
    return { marks: stored.size };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const view = renderHook(
    ({ head, metadata }: { head: string; metadata: ReadonlyMap<string, FileMetadata> }) =>
      useViewed("pr_1", head, metadata),
    { wrapper, initialProps: { head: firstHead, metadata: unknown } },
  );
  return { ...view, posts: () => calls.filter(({ method }) => method === "POST") };
}

it("keeps a mark for the next head that was set before the file's content was known", async () => {
  const { result, rerender, posts } = open();
  act(() => result.current.set(["kept.txt"], true));
  await expect.poll(() => result.current.has("kept.txt")).toBe(true);
  rerender({ head: firstHead, metadata: known });
  await expect.poll(() => posts().length).toBe(2);
  rerender({ head: secondHead, metadata: known });
  expect(result.current.has("kept.txt")).toBe(true);
  act(() => result.current.set(["kept.txt"], false));
  await expect.poll(() => result.current.has("kept.txt")).toBe(false);
  expect(posts().length).toBe(3);
});

it("doesn't repeat a call that fails", async () => {
  const { result, rerender, posts } = open(500);
  act(() => result.current.set(["kept.txt"], true));
  rerender({ head: firstHead, metadata: known });
  await expect.poll(() => result.current.has("kept.txt")).toBe(false);
  expect(posts().length).toBeLessThan(3);
});
