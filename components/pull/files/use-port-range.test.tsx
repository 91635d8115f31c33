import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { usePortRange } from "./use-port-range";

const texts: Readonly<Record<string, string>> = {
  earlier: "one\ntwo\nthree\n",
  later: "zero\none\ntwo\n3\n",
};

async function port(lines: { startLine: number; endLine: number }, revisions = { from: "earlier", to: "later" }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stubProxy(({ path }) => {
    const text = texts[new URL(path, "http://dashboard.test").searchParams.get("ref") ?? ""];
    if (text === undefined) return new Response("{}", { status: path.includes("busy") ? 503 : 404 });
    const file = { type: "file", encoding: "base64", name: "a.txt", path: "a.txt", sha: "0".repeat(40) };
    return { ...file, size: String(text.length), content: Buffer.from(text).toString("base64") };
  });
  const { result } = renderHook(() => usePortRange({ ownerSlug: "demo", repoName: "orders" }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return result.current({ path: "a.txt", ...lines }, revisions);
}

it("maps lines that moved, and none that changed", async () => {
  expect(await port({ startLine: 1, endLine: 2 })).toEqual({ startLine: 2, endLine: 3 });
  expect(await port({ startLine: 2, endLine: 3 })).toBeUndefined();
});

it("maps no lines of a deleted file, and reports one that can't be read", async () => {
  expect(await port({ startLine: 1, endLine: 1 }, { from: "earlier", to: "gone" })).toBeUndefined();
  await expect(port({ startLine: 1, endLine: 1 }, { from: "earlier", to: "busy" })).rejects.toMatchObject({
    status: 503,
  });
});
