import { afterEach, expect, it, vi } from "vitest";
import { callProxy } from "@/lib/client/call";
import { applySuggestions } from "./apply-suggestions";

const files: Record<string, string> = { a: "1\n2\n3\n", "b.sh": "x\n" };

afterEach(() => vi.unstubAllGlobals());

/** Stubs the dashboard's API. Returns the requests. */
function stubApi() {
  const requests: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const path = url.replace(/^.*repohost/, "");
    requests.push({ path, body: JSON.parse(String(init.body)) });
    const content = (name: string) => ({
      path: name,
      found: true,
      content: {
        type: "file",
        size: "1",
        name,
        path: name,
        sha: "s",
        encoding: "base64",
        content: btoa(files[name] ?? ""),
      },
    });
    if (path.endsWith("contents:batchGet")) {
      return Response.json({ results: Object.keys(files).map(content), resolvedCommitSha: "h" });
    }
    if (path.endsWith(":createFromFiles")) return Response.json({ sha: "new", treeSha: "t", previousHeadSha: "h" });
    return Response.json({ id: "t1" });
  });
  return requests;
}

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "1" };
const author = { name: "A", email: "a@x" };
const at = { headSha: "h".repeat(40), branch: "topic", author };

it("commits several suggestions at once at the expected head", async () => {
  const requests = stubApi();
  const suggestions = [
    { threadId: "t1", path: "a", mode: "100644", startLine: 1, endLine: 1, lines: ["one"] },
    { threadId: "t1", path: "a", mode: "100644", startLine: 3, endLine: 3, lines: [] },
    { threadId: "t2", path: "b.sh", mode: "100755", startLine: 1, endLine: 1, lines: ["y"] },
  ];
  expect(await applySuggestions(callProxy, name, { ...at, suggestions })).toBe("new");
  expect(requests.find(({ path }) => path.endsWith(":createFromFiles"))?.body).toMatchObject({
    targetBranch: "refs/heads/topic",
    expectedHeadSha: at.headSha,
    files: [
      { path: "a", content: "one\n2\n", mode: "file" },
      { path: "b.sh", content: "y\n", mode: "executable" },
    ],
  });
  expect(requests.filter(({ path }) => path.includes("/threads/"))).toHaveLength(2);
});

it("credits everyone else whose suggestions are committed, once", async () => {
  const requests = stubApi();
  const ana = { name: "Ana <Reyes>\n", email: "ana@x" };
  const suggestions = [
    { threadId: "t1", path: "a", mode: "100644", startLine: 1, endLine: 1, lines: ["one"], by: ana },
    { threadId: "t2", path: "a", mode: "100644", startLine: 2, endLine: 2, lines: ["two"], by: ana },
    { threadId: "t3", path: "b.sh", mode: "100755", startLine: 1, endLine: 1, lines: ["y"], by: author },
  ];
  await applySuggestions(callProxy, name, { ...at, suggestions });
  expect(requests.find(({ path }) => path.endsWith(":createFromFiles"))?.body).toMatchObject({
    message: "Apply 3 suggestions\n\nCo-authored-by: Ana Reyes <ana@x>",
  });
});

it("commits nothing when a suggestion doesn't apply", async () => {
  const requests = stubApi();
  const suggestions = [{ threadId: "t", path: "a", mode: undefined, startLine: 9, endLine: 9, lines: [] }];
  await expect(applySuggestions(callProxy, name, { ...at, suggestions })).rejects.toThrow("can't be applied");
  expect(requests.map(({ path }) => path)).toEqual(["/repos/demo/orders/contents:batchGet"]);
});
