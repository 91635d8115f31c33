import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { mergeabilityQuery } from "./detail-queries";
import { MergeBox } from "./merge-box";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const owner = { slug: "demo", id: "ns_1" };
const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const reference = (number: string) => ({
  id: `pr_${number}`,
  number,
  repository: { id: "repo_1", name: "orders", owner },
});
const pull: PullRequest = {
  ...{ ...reference("7"), state: "open", draft: false, merged: false, title: "Round", body: "" },
  ...{ head: { ref: "fix/rounding", sha: "a".repeat(40) }, base: { ref: "main", sha: "b".repeat(40) } },
  ...{ author: {}, createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", labels: [] },
  ...{ additions: 1, deletions: 1, changedFiles: 1 },
  version: {
    ...{ number: "1", headSha: "a".repeat(40), baseSha: "b".repeat(40), createdAt: "2026-01-01T00:00:00Z" },
    ...{ additions: 1, deletions: 1, changedFiles: 1, potentialMergeCommit: { state: "prepared" } },
  },
};
const repository: Repo = {
  ...{
    id: "repo_1",
    name: "orders",
    fullName: "demo/orders",
    owner,
    defaultBranch: "main",
    createdAt: "",
    updatedAt: "",
  },
  ...{ cloneUrl: "http://git.test/demo/orders.git", visibility: "private" },
  ...{ allowMergeCommit: true, allowSquashMerge: false, deleteBranchOnMerge: true },
};

function show(
  blockers: (Partial<MergeBlocker> & { kind: string })[],
  more: Partial<Mergeability> = {},
  canWrite = true,
) {
  const evaluatedPullRequests = [reference("6"), reference("7")];
  const mergeability: Mergeability = {
    ...{ pullRequest: reference("7"), verdict: blockers.length > 0 ? "blocked" : "mergeable", evaluatedPullRequests },
    blockers: blockers.map((each) => ({
      ...{ pullRequest: reference("7"), message: `${each.kind}!`, evaluatedPullRequests },
      ...each,
    })),
    ...{ headSha: pull.head.sha, baseRef: "main", baseSha: "b".repeat(40), evaluatedAt: "", ...more },
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(mergeabilityQuery(name, pull).queryKey, mergeability);
  render(
    <QueryClientProvider client={client}>
      <MergeBox name={name} pull={pull} repository={repository} canWrite={canWrite} />
    </QueryClientProvider>,
  );
  return screen.getByRole("region", { name: "Merge" });
}

const items = (box: HTMLElement) =>
  within(box)
    .getAllByRole("listitem")
    .filter((item) => item.querySelector("p"));
const mergeButton = (box: HTMLElement) => within(box).getByRole("button", { name: /^Merge/ });

it("lists every blocker in the order the author can fix them, each with its action", () => {
  const box = show([
    { kind: "required_approvals" },
    {
      kind: "required_checks",
      requiredChecks: { state: "missing", checks: [{ name: "unit", owner: { app: { id: "app_ci" } } }] },
    },
    {
      kind: "merge_conflict",
      mergeConflict: { conflictedPaths: ["a.md"], truncated: true, inheritedFromDownstack: false },
    },
    { kind: "draft" },
  ]);
  expect(items(box).map((item) => item.querySelector("p")?.textContent)).toEqual([
    "Draftdraft!",
    "Conflictsmerge_conflict!",
    "Checksrequired_checks!",
    "Approvalsrequired_approvals!",
  ]);
  const [draft, conflict, checks, approvals] = items(box);
  expect(within(draft as HTMLElement).getByRole("button").textContent).toBe("Ready for review");
  expect(conflict?.textContent).toContain("git switch fix/rounding");
  expect(conflict?.textContent).toContain("and more");
  expect(checks?.textContent).toContain("unit by app_ci");
  expect(
    within(checks as HTMLElement)
      .getByRole("link", { name: "View checks" })
      .getAttribute("href"),
  ).toContain("tab=checks");
  expect(within(approvals as HTMLElement).getByRole("button").textContent).toBe("Request review");
  expect(within(box).getByRole("link", { name: "Fix with an agent" }).getAttribute("href")).toBe(
    "/agents/new?fix=demo%2Forders%2F7",
  );
  expect(mergeButton(box).hasAttribute("disabled")).toBe(true);
});

it("blocks on an unknown blocker kind and on an unknown verdict without blockers", () => {
  const box = show([{ kind: "moon_phase", message: "Wait for the new moon." }]);
  expect(box.textContent).toContain("moon_phaseWait for the new moon.");
  expect(mergeButton(box).hasAttribute("disabled")).toBe(true);
  cleanup();
  const bare = show([], { verdict: "from_the_future" });
  expect(bare.textContent).toContain("no reason (status: from_the_future)");
  expect(mergeButton(bare).hasAttribute("disabled")).toBe(true);
});

it("shows a pending conflict check as neither mergeable nor blocked", () => {
  const box = show([{ kind: "conflict_check_pending" }]);
  expect(box.textContent).toContain("Checking mergeability…");
  expect(box.textContent).not.toContain("Merging is blocked");
  expect(mergeButton(box).hasAttribute("disabled")).toBe(true);
});

it("merges only the evaluated head", () => {
  expect(mergeButton(show([], { headSha: "c".repeat(40) })).hasAttribute("disabled")).toBe(true);
  cleanup();
  const box = show([]);
  expect(mergeButton(box).textContent).toBe("Merge 2 pull requests");
  expect(mergeButton(box).hasAttribute("disabled")).toBe(false);
  expect(within(box).getByRole("option", { name: "Squash merging is disabled" }).hasAttribute("disabled")).toBe(true);
});

it("links blockers of other layers, and shows no actions to read-only users", () => {
  const box = show([{ kind: "draft", pullRequest: reference("6") }, { kind: "draft" }], {}, false);
  expect(within(box).getByRole("link", { name: "#6" }).getAttribute("href")).toBe("/pulls/demo/orders/6");
  expect(within(box).queryByRole("button", { name: "Ready for review" })).toBeNull();
  expect(within(box).queryByRole("button", { name: /^Merge/ })).toBeNull();
});

it("keeps the merge error and the new changes visible while the new head is evaluated", async () => {
  const moved = { ...pull, head: { ...pull.head, sha: "d".repeat(40) }, version: { ...pull.version, number: "2" } };
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    if (init.method === "POST") {
      requests.push(String(init.body));
      return Response.json({ code: 10, message: "The head has moved", details: [] }, { status: 409 });
    }
    return Response.json({ code: 5, message: "Not now", details: [] }, { status: 404 });
  });
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const evaluatedPullRequests = [reference("7")];
  client.setQueryData(mergeabilityQuery(name, pull).queryKey, {
    ...{ pullRequest: reference("7"), verdict: "mergeable", blockers: [], evaluatedPullRequests },
    ...{ headSha: pull.head.sha, baseRef: "main", baseSha: "b".repeat(40), evaluatedAt: "" },
  });
  const box = (shown: PullRequest) => (
    <QueryClientProvider client={client}>
      <MergeBox name={name} pull={shown} repository={repository} canWrite />
    </QueryClientProvider>
  );
  const { rerender } = render(box(pull));
  fireEvent.click(screen.getByRole("button", { name: "Merge" }));
  // The API client is imported on the first call.
  await waitFor(() => expect(screen.getByText(/Couldn't merge/)).toBeTruthy(), { timeout: 10_000 });
  expect(JSON.parse(requests[0] ?? "")).toMatchObject({ expectedHeadSha: pull.head.sha });
  rerender(box(moved));
  expect(screen.queryByRole("button", { name: "Merge" })).toBeNull();
  expect(screen.getByText(/Couldn't merge/)).toBeTruthy();
  expect(screen.getByRole("region", { name: "New changes" }).textContent).toContain(
    "Changes from aaaaaaaa to dddddddd",
  );
});
