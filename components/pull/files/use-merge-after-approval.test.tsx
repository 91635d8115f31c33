import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { Repo } from "@/lib/contract/hosting/repo";
import { closedPull } from "../testing/closed-pull";
import { isMergeableOnceApproved, useMergeAfterApproval } from "./use-merge-after-approval";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const repository = { id: "repo_1", name: "orders", owner: { id: "ns_1", slug: "demo" } };
const reference = { id: "pr_1", number: "1", repository };
const blocker = (kind: string, more: object = {}) => ({
  pullRequest: reference,
  kind,
  message: "",
  evaluatedPullRequests: [reference],
  ...more,
});
const approvals = (approvedCount: number, requiredCount: number) =>
  blocker("required_approvals", { requiredApprovals: { approvedCount, requiredCount } });
const judged = (blockers: ReturnType<typeof blocker>[], evaluated = 1) =>
  isMergeableOnceApproved({ blockers, evaluatedPullRequests: Array.from({ length: evaluated }, () => reference) });

it("is so if nothing blocks it, or only the last missing approval", () => {
  expect(judged([])).toBe(true);
  expect(judged([approvals(1, 2)])).toBe(true);
});

it("isn't so if more is missing, or other pull requests are merged with it", () => {
  expect(judged([approvals(0, 2)])).toBe(false);
  expect(judged([blocker("required_approvals")])).toBe(false);
  expect(judged([approvals(0, 1), blocker("required_checks")])).toBe(false);
  expect(judged([blocker("merge_conflict")])).toBe(false);
  expect(judged([], 2)).toBe(false);
  const rule = { ruleset: { id: "r", name: "Main" }, ruleType: "linear_history", blockers: [], mergeMethod: "merge" };
  expect(isMergeableOnceApproved({ blockers: [], evaluatedPullRequests: [], bypassedRules: [rule] })).toBe(false);
});

const me = { name: "Ana", email: "ana@example.test" };
const author = (email: string) => ({ user: { id: `user_${email}`, email, displayName: email.split("@")[0] } });
const at = "2026-01-01T00:00:00Z";
const pull = { ...closedPull, state: "open" as const };
const orders: Repo = {
  id: "repo_1",
  name: "orders",
  fullName: "demo/orders",
  owner: { id: "ns_1", slug: "demo" },
  defaultBranch: "main",
  createdAt: at,
  updatedAt: at,
  cloneUrl: "http://git.test/demo/orders.git",
  visibility: "private",
  allowMergeCommit: false,
  allowSquashMerge: true,
  deleteBranchOnMerge: true,
};
const changesRequestedBy = (email: string) => ({
  id: `rev_${email}`,
  verdict: "request_changes",
  body: "",
  submittedAt: at,
  author: author(email),
  pullRequestVersion: { number: "1", headSha: "a", baseSha: "b" },
});
const comment = { id: "cmt_1", body: "Why?", author: author("leo@example.test"), createdAt: at, updatedAt: at };

function Merge({ onConfirm }: { onConfirm: () => void }) {
  const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
  const merge = useMergeAfterApproval({ name, pull, repository: orders, version: "1", me });
  if (!merge) return <p>Not offered</p>;
  return merge.isClear ? <p>Nothing is open</p> : merge.confirm({ onConfirm, onClose: () => undefined });
}

/** Shows a pull request that only lacks an approval. */
function show({ reviews, comments }: { reviews: object[]; comments: object[] }) {
  const onConfirm = vi.fn();
  const calls = stubProxy(({ path }) => {
    if (path.endsWith("/mergeability")) {
      const blockers = [approvals(0, 1)];
      return {
        pullRequest: reference,
        verdict: "blocked",
        blockers,
        evaluatedPullRequests: [reference],
        headSha: pull.head.sha,
        baseRef: "main",
        baseSha: "b",
        evaluatedAt: at,
      };
    }
    if (path.includes("/check-runs")) return { checkRuns: [], totalSize: 0, nextPageToken: "" };
    if (path.includes("/reviews")) return { pullRequest: reference, reviews, nextPageToken: "" };
    if (path.includes("/comments")) return { pullRequest: reference, comments, nextPageToken: "" };
    if (!path.includes("/merge_message")) return Response.json({ code: 5, message: "Not found" }, { status: 404 });
    return { baseRef: "main", commits: [{ pullRequest: reference, title: "Round", message: "Round (#7)\n" }] };
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Merge onConfirm={onConfirm} />
    </QueryClientProvider>,
  );
  return { calls, onConfirm };
}

it("takes one step if nothing is open besides the user's earlier verdict", async () => {
  const { calls } = show({ reviews: [changesRequestedBy("Ana@example.test")], comments: [] });
  // The merge is offered only once the reviews, checks and comments are known.
  expect(screen.getByText("Not offered")).toBeTruthy();
  await screen.findByText("Nothing is open");
  expect(calls.some(({ path }) => path.includes("/merge_message"))).toBe(false);
});

it("shows what is open and the commit message before it merges", async () => {
  const { onConfirm } = show({
    reviews: [changesRequestedBy("leo@example.test")],
    comments: [{ ...comment, thread: { id: "thr_1" } }],
  });
  const dialog = await screen.findByRole("dialog", { name: "Merge into main?" });
  expect(dialog.textContent).toContain("Still open: Changes requested by leo; 1 open thread.");
  await within(dialog).findByText("Round (#7)");
  const confirm = within(dialog).getByRole("button", { name: "Approve and merge" });
  await waitFor(() => expect(confirm.hasAttribute("disabled")).toBe(false));
  fireEvent.click(confirm);
  expect(onConfirm).toHaveBeenCalledOnce();
});
