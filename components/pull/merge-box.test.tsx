import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { checkRunsQuery } from "@/components/checks/check-queries";
import { commentsQuery, reviewersQuery, reviewsQuery } from "@/components/reviews/review-queries";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { mergeabilityWithoutBypass } from "@/lib/model/pulls/mergeability-without-bypass";
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
  ...reference("7"),
  state: "open",
  draft: false,
  merged: false,
  title: "Round",
  body: "",
  head: { ref: "fix/rounding", sha: "a".repeat(40) },
  base: { ref: "main", sha: "b".repeat(40) },
  author: {},
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  labels: [],
  additions: 1,
  deletions: 1,
  changedFiles: 1,
  version: {
    number: "1",
    headSha: "a".repeat(40),
    baseSha: "b".repeat(40),
    createdAt: "2026-01-01T00:00:00Z",
    additions: 1,
    deletions: 1,
    changedFiles: 1,
    potentialMergeCommit: { state: "prepared" },
  },
};
const repository: Repo = {
  id: "repo_1",
  name: "orders",
  fullName: "demo/orders",
  owner,
  defaultBranch: "main",
  createdAt: "",
  updatedAt: "",
  cloneUrl: "http://git.test/demo/orders.git",
  visibility: "private",
  allowMergeCommit: true,
  allowSquashMerge: false,
  deleteBranchOnMerge: true,
};

function show(
  blockers: (Partial<MergeBlocker> & { kind: string })[],
  more: Partial<Mergeability> = {},
  canWrite = true,
) {
  const evaluatedPullRequests = [reference("6"), reference("7")];
  const mergeability: Mergeability = {
    pullRequest: reference("7"),
    verdict: blockers.length > 0 ? "blocked" : "mergeable",
    evaluatedPullRequests,
    blockers: blockers.map((each) => ({
      pullRequest: reference("7"),
      message: `${each.kind}!`,
      evaluatedPullRequests,
      ...each,
    })),
    headSha: pull.head.sha,
    baseRef: "main",
    baseSha: "b".repeat(40),
    evaluatedAt: "",
    ...more,
  };
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(mergeabilityQuery(name, pull).queryKey, mergeabilityWithoutBypass(mergeability));
  client.setQueryData(reviewsQuery(name).queryKey, {
    pages: [{ pullRequest: reference("7"), reviews: [], nextPageToken: "" }],
    pageParams: [""],
  });
  client.setQueryData(commentsQuery(name).queryKey, {
    pages: [{ pullRequest: reference("7"), comments: [], nextPageToken: "" }],
    pageParams: [""],
  });
  client.setQueryData(checkRunsQuery({ ownerSlug: "demo", repoName: "orders", sha: pull.head.sha }).queryKey, {
    pages: [{ checkRuns: [], totalSize: 0, nextPageToken: "" }],
    pageParams: [""],
  });
  client.setQueryData(reviewersQuery(name).queryKey, { users: [], groups: [] });
  render(
    <QueryClientProvider client={client}>
      <MergeBox name={name} pull={pull} repository={repository} canWrite={canWrite} />
    </QueryClientProvider>,
  );
  return screen.getByRole("region", { name: "Merge" });
}

const rows = (box: HTMLElement) =>
  within(box)
    .getAllByRole("listitem")
    .filter((item) => item.querySelector("h3"));
const confirmMerge = async () => {
  const dialog = await screen.findByRole("dialog");
  const button = () => within(dialog).getByRole("button", { name: /^(?:Merge|Bypass)/ });
  await waitFor(() => expect(button().hasAttribute("disabled")).toBe(false), { timeout: 20_000 });
  fireEvent.click(button());
};
const mergeButton = (box: HTMLElement) => within(box).getByRole("button", { name: /^Merge/ });

it("lists every blocker, those without a subject first, each with its action", () => {
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
  const [draft, approvals, checks, , conflict, ...others] = rows(box);
  expect(others).toEqual([]);
  expect(draft?.textContent).toContain("DraftBlocks merging: draft!");
  expect(approvals?.textContent).toContain("ReviewsBlocks merging: No reviews yetrequired_approvals!");
  expect(checks?.textContent).toContain("ChecksBlocks merging: No checksrequired_checks!");
  expect(conflict?.textContent).toContain("Base branchBlocks merging: Conflictsmerge_conflict!");
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
  expect(box.textContent).toContain("moon_phaseBlocks merging: Wait for the new moon.");
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

it("offers only squash merges where linear history is required", () => {
  const box = show([], { requiresLinearHistory: true });
  const option = within(box).getByRole("option", { name: "Linear history is required" });
  expect(option.hasAttribute("disabled")).toBe(true);
  expect(within(box).getByRole<HTMLSelectElement>("combobox", { name: "Merge method" }).value).toBe("squash");
});

it("updates a branch that is behind its base, and restacks one whose stack moved", async () => {
  const conflict = { code: 9, message: "Conflicts with main in a.md.", details: [] };
  const calls = stubProxy(({ path }) =>
    path.endsWith("/update_branch") ? Response.json(conflict, { status: 400 }) : Response.json({}, { status: 404 }),
  );
  const box = show([{ kind: "behind_base" }]);
  fireEvent.click(within(box).getByRole("button", { name: "Update branch" }));
  expect((await within(box).findByText(/Couldn't update the branch/)).textContent).toContain(conflict.message);
  const updates = () => calls.filter(({ path }) => path.endsWith("/pulls/7/update_branch")).map(({ body }) => body);
  expect(updates()).toEqual([{ method: "merge", expectedHeadSha: pull.head.sha }]);
  cleanup();
  fireEvent.click(within(show([{ kind: "needs_restack" }])).getByRole("button", { name: "Restack" }));
  await waitFor(() => expect(updates().at(-1)).toEqual({ method: "rebase", expectedHeadSha: pull.head.sha }));
});

it("offers to bypass rules only with an explicit choice and a reason", async () => {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (init.method === "POST") requests.push(new Request(new URL(url, "http://dashboard.test"), init));
    return Response.json({ code: 9, message: "Not now", details: [] }, { status: 400 });
  });
  const approvals = { pullRequest: reference("7"), kind: "required_approvals", message: "0 of 1 approvals" };
  const ruleset = { id: "rs_1", name: "Guard" };
  const bypassedRules = [
    { ruleset, ruleType: "pull_request", blockers: [approvals] },
    { ruleset, ruleType: "required_linear_history", blockers: [], mergeMethod: "merge" },
  ];
  const box = show([], { bypassedRules });
  expect(box.textContent).toContain("Merging is blocked");
  expect(box.textContent).toContain("0 of 1 approvals");
  expect(box.textContent).toContain("You can bypass 2 rules");
  expect(within(box).getByText("Guard: required reviews")).toBeTruthy();
  const button = within(box).getByRole("button", { name: "Bypass rules and merge 2 pull requests" });
  expect(button.hasAttribute("disabled")).toBe(true);
  fireEvent.click(within(box).getByRole("checkbox", { name: "Merge without meeting these rules" }));
  expect(button.hasAttribute("disabled")).toBe(true);
  fireEvent.change(within(box).getByRole("textbox", { name: "Reason" }), { target: { value: " Outage: ünhotfix " } });
  fireEvent.click(button);
  await confirmMerge();
  await waitFor(() => expect(requests).toHaveLength(1), { timeout: 20_000 });
  expect(requests[0]?.headers.get("rule-bypass")).toBe(`reason=${encodeURIComponent("Outage: ünhotfix")}`);
  cleanup();
  const draft = { kind: "draft" };
  expect(show([draft], { bypassedRules }).textContent).not.toContain("You can bypass");
});

it("confirms with the commit messages, which change with the title and description", async () => {
  let title = pull.title;
  const message = (number: string, text: string) => ({
    pullRequest: reference(number),
    title: text,
    message: `${text} (#${number})\n`,
  });
  const calls = stubProxy(({ method, path, body }) => {
    if (path.endsWith("/merge_message?mergeMethod=merge")) {
      return { baseRef: "main", commits: [message("6", "Prepare"), message("7", title)] };
    }
    if (method !== "PATCH") return Response.json({}, { status: 404 });
    title = z.object({ title: z.string() }).parse(body).title;
    return { ...pull, title };
  });
  fireEvent.click(mergeButton(show([])));
  const dialog = await screen.findByRole("dialog", { name: "Merge into main?" });
  const confirm = () => within(dialog).getByRole("button", { name: "Merge 2 pull requests" });
  expect(confirm().hasAttribute("disabled")).toBe(true);
  await waitFor(() => expect(dialog.textContent).toContain("2 pull requests in the stack are merged"));
  await waitFor(() => expect(document.activeElement).toBe(confirm()));
  expect(within(dialog).getByText("Prepare (#6)")).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Edit message" }));
  expect(within(dialog).queryByRole("button", { name: "Merge 2 pull requests" })).toBeNull();
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Title" }), { target: { value: "Round half up" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save message" }));
  await within(dialog).findByText("Round half up (#7)");
  expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ title: "Round half up" });
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  fireEvent.click(confirm());
  await waitFor(() => expect(calls.find(({ method }) => method === "POST")?.path).toMatch(/\/pulls\/7\/merge$/));
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
    pullRequest: reference("7"),
    verdict: "mergeable",
    blockers: [],
    evaluatedPullRequests,
    headSha: pull.head.sha,
    baseRef: "main",
    baseSha: "b".repeat(40),
    evaluatedAt: "",
  });
  const box = (shown: PullRequest) => (
    <QueryClientProvider client={client}>
      <MergeBox name={name} pull={shown} repository={repository} canWrite />
    </QueryClientProvider>
  );
  const { rerender } = render(box(pull));
  fireEvent.click(screen.getByRole("button", { name: "Merge" }));
  await confirmMerge();
  // The API client is imported on the first call.
  await waitFor(() => expect(screen.getByText(/Couldn't merge/)).toBeTruthy(), { timeout: 20_000 });
  expect(JSON.parse(requests[0] ?? "")).toMatchObject({ expectedHeadSha: pull.head.sha });
  rerender(box(moved));
  expect(screen.queryByRole("button", { name: "Merge" })).toBeNull();
  expect(screen.getByText(/Couldn't merge/)).toBeTruthy();
  expect(screen.getByRole("region", { name: "New changes" }).textContent).toContain(
    "Changes from aaaaaaaa to dddddddd",
  );
});
