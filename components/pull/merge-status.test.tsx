import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { Toasts } from "@/components/ui/toasts";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import { TestRouter } from "@/lib/client/testing/test-router";
import { MergeBox } from "./merge-box";
import { closedPull } from "./testing/closed-pull";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.location.hash = "";
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const repository = { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } };
const reference = { id: "pr_7", number: "7", repository };
const pull = { ...closedPull, state: "open" as const };
const at = "2026-11-02T00:00:00Z";

const user = (who: string) => ({ id: `user_${who}`, email: `${who}@example.test`, displayName: who });
const review = (who: string, verdict: string, version = 1) => ({
  id: `rev_${who}_${version}`,
  verdict,
  body: "",
  submittedAt: `2026-11-0${version}T00:00:00Z`,
  author: { user: user(who) },
  pullRequestVersion: { number: String(version), headSha: "a", baseSha: "b" },
});
const comment = (id: string, body = "Why?", thread: object = {}) => ({
  id,
  body,
  author: { user: user("Ana") },
  createdAt: at,
  updatedAt: at,
  thread: { id: `thr_${id}`, ...thread },
});
const run = (id: string, conclusion?: string) => ({
  id,
  repository,
  checkSuite: { id: "suite_1" },
  sha: pull.head.sha,
  key: id,
  name: id,
  externalId: "1",
  actor: { app: { id: "app_ci" } },
  status: conclusion ? "completed" : "queued",
  conclusion,
  externalUpdatedAt: at,
  createdAt: at,
  updatedAt: at,
  isRerequestable: false,
});
const blocker = (kind: string, more: object = {}) => ({
  kind,
  message: `${kind}!`,
  pullRequest: reference,
  evaluatedPullRequests: [reference],
  ...more,
});
const author = { id: "bc-1", name: "Round prices", archived: false, busy: false };
const message = {
  id: "fu-1",
  agentId: "bc-1",
  text: "",
  images: 0,
  mcpServers: 0,
  state: "sent",
  own: true,
  createdAt: at,
  author: { id: "user_b", name: "Leo" },
};

let calls: ProxyCall[];

interface Lists {
  blockers?: object[];
  evaluatedBlockers?: object[];
  reviews?: object[];
  requested?: object[];
  comments?: object[];
  runs?: object[] | Response;
}

function show(lists: Lists, canWrite = true) {
  const { blockers = [], evaluatedBlockers, reviews = [], requested = [], comments = [], runs = [] } = lists;
  calls = stubProxy(({ method, path }) => {
    if (path.startsWith("/dashboard/pulls/")) return { author, runs: [] };
    if (method === "POST") return message;
    if (path.endsWith("/mergeability")) {
      return {
        pullRequest: reference,
        verdict: blockers.length > 0 ? "blocked" : "mergeable",
        blockers,
        evaluatedPullRequests: [reference],
        evaluatedAt: at,
        evaluatedBlockers,
        headSha: pull.head.sha,
        baseRef: "main",
        baseSha: "b",
      };
    }
    if (path.includes("/check-runs")) {
      return runs instanceof Response ? runs.clone() : { checkRuns: runs, totalSize: runs.length, nextPageToken: "" };
    }
    if (path.includes("/comments")) return { pullRequest: reference, comments, nextPageToken: "" };
    if (path.endsWith("/requested_reviewers")) return { users: requested, groups: [] };
    if (path.includes("/reviews")) return { pullRequest: reference, reviews, nextPageToken: "" };
    if (path.endsWith("/pulls/7")) return pull;
    return Response.json({ code: 5, message: "Not found" }, { status: 404 });
  });
  render(
    <TestRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MergeBox name={name} pull={pull} repository={undefined} canWrite={canWrite} />
        <section id="reviewers" aria-label="Reviewers" tabIndex={-1} />
        <details open id="thread-thr_2">
          <summary tabIndex={0}>Second thread</summary>
        </details>
        <Toasts />
      </QueryClientProvider>
    </TestRouter>,
  );
}

const rowOf = (title: string): HTMLElement => {
  const row = screen.getByRole("heading", { name: title, level: 3 }).closest("li");
  if (!row) throw new Error(`${title} isn't in a list`);
  return row;
};
const shows = (title: string, text: string) => waitFor(() => expect(rowOf(title).textContent).toBe(`${title}${text}`));

it.each<{ lists: Lists; title: string; text: string }>([
  { lists: {}, title: "Reviews", text: "No reviews yet" },
  { lists: { reviews: [review("Ana", "approve")] }, title: "Reviews", text: "1 approval" },
  { lists: { requested: [user("Leo")] }, title: "Reviews", text: "Review requested from Leo" },
  {
    // Others' approvals don't replace Ana's verdict; Leo's replaces his earlier one.
    lists: {
      reviews: [
        review("Ana", "request_changes"),
        review("Leo", "request_changes"),
        review("Leo", "approve", 2),
        review("Mia", "approve", 2),
      ],
    },
    title: "Reviews",
    text: "Changes requested by Ana · 2 approvals (doesn't block merging)",
  },
  { lists: {}, title: "Checks", text: "No checks" },
  { lists: { runs: [run("unit", "success")] }, title: "Checks", text: "1 check passed" },
  {
    lists: { runs: [run("lint", "failure"), run("unit"), run("docs", "success")] },
    title: "Checks",
    text: "1 of 3 checks failed, 1 pending (optional)",
  },
  {
    lists: { runs: Response.json({ code: 7, message: "No access" }, { status: 403 }) },
    title: "Checks",
    text: "Couldn't load the checks",
  },
  { lists: { comments: [comment("1", "", { resolvedAt: at })] }, title: "Threads", text: "No open threads" },
  { lists: { comments: [comment("1"), comment("2")] }, title: "Threads", text: "2 open threads" },
  { lists: {}, title: "Base branch", text: "No conflicts with main" },
  {
    // Twice the same message, from two rulesets.
    lists: { evaluatedBlockers: [blocker("required_approvals"), blocker("required_approvals")] },
    title: "Rules in evaluate mode",
    text: "would block mergingrequired_approvals!",
  },
])("shows $title: $text", async ({ lists, title, text }) => {
  show(lists);
  await shows(title, text);
  expect(screen.getByText("Ready to merge into main")).toBeTruthy();
});

it("links to the checks, and moves the focus to the reviewers and to the first open thread", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  show({ comments: [comment("1", "Fixed", { resolvedAt: at }), comment("2"), comment("3")] });
  await shows("Threads", "2 open threads");
  await shows("Reviews", "No reviews yet");
  await shows("Checks", "No checks");
  const link = (text: string) => screen.getByRole("link", { name: text });
  expect(link("No checks").getAttribute("href")).toBe("/pulls/demo/orders/7?tab=checks");
  expect(link("2 open threads").getAttribute("href")).toBe("/pulls/demo/orders/7#thread-thr_2");
  await userEvent.click(link("2 open threads"));
  expect(document.activeElement?.textContent).toBe("Second thread");
  expect(window.location.hash).toBe("#thread-thr_2");
  await userEvent.click(link("No reviews yet"));
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Reviewers" }));
  expect(scroll).toHaveBeenCalledTimes(2);
});

it("shows blockers in the row of their subject, once, with the action", async () => {
  const threads = '2 threads are unresolved. Ruleset "Guard" requires resolving them.';
  show({
    blockers: [
      blocker("required_checks", { requiredChecks: { state: "missing", checks: [] } }),
      blocker("rule_failure", { message: threads, unresolvedThreads: { count: 2 } }),
      blocker("rule_failure", { message: "Ruleset blocks all merges into main." }),
      blocker("behind_base"),
      blocker("merge_conflict"),
    ],
    comments: [comment("2"), comment("3")],
    runs: [run("lint", "failure"), run("unit", "success")],
  });
  await waitFor(() => expect(rowOf("Threads").textContent).toContain("View open threads"));
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Rule",
    "Reviews",
    "Checks",
    "Threads",
    "Base branch",
  ]);
  expect(rowOf("Threads").textContent).toBe(`ThreadsBlocks merging: 2 open threads${threads}View open threads`);
  const jump = within(rowOf("Threads")).getByRole("link", { name: "View open threads" });
  expect(jump.getAttribute("href")).toBe("/pulls/demo/orders/7#thread-thr_2");
  expect(within(rowOf("Rule")).getByRole("link", { name: "View rules" })).toBeTruthy();
  await waitFor(() =>
    expect(rowOf("Checks").textContent).toContain("Blocks merging: 1 of 2 checks failed (optional)required_checks!"),
  );
  expect(within(rowOf("Checks")).getAllByRole("link")).toHaveLength(1);
  expect(rowOf("Base branch").textContent).toContain("Blocks merging: Behind base, Conflictsbehind_base!");
  expect(within(rowOf("Base branch")).getByRole("button", { name: "Update branch" })).toBeTruthy();
});

it("says in the confirmation of a merge what is still open", async () => {
  show({
    reviews: [review("Ana", "request_changes")],
    comments: [comment("1")],
    runs: [run("lint", "failure"), run("unit")],
  });
  await shows("Threads", "1 open thread");
  await waitFor(() => expect(rowOf("Checks").textContent).toContain("failed"));
  await waitFor(() => expect(rowOf("Reviews").textContent).toContain("Ana"));
  await userEvent.click(screen.getByRole("button", { name: "Merge" }));
  const dialog = await screen.findByRole("dialog", { name: "Merge into main?" });
  expect(dialog.textContent).toContain(
    "Still open: Changes requested by Ana; 1 of 2 checks failed, 1 pending (optional); 1 open thread.",
  );
});

it("sends requested changes and open comments to the agent that opened the pull request", async () => {
  show({
    reviews: [{ ...review("Ana", "request_changes"), body: "Prices are wrong." }],
    comments: [
      comment("1", "Please add a test."),
      comment("2", "Round half up.", { path: "src/price.ts", side: "right", startLine: 3, endLine: 3 }),
      comment("3", "Fix the typo.", { path: "src/price.ts", resolvedAt: at }),
    ],
  });
  await userEvent.click(await screen.findByRole("button", { name: "Send to agent" }));
  await screen.findByText("Sent to the agent.");
  const sent = calls.filter(({ method }) => method === "POST");
  expect(sent).toMatchObject([
    { path: "/dashboard/agents/bc-1/follow-ups", body: { mode: "agent", pullRequest: "demo/orders/7" } },
  ]);
  const text = Object(sent[0]?.body).prompt.text;
  for (const part of ["Prices are wrong.", "Please add a test.", "src/price.ts:3", "Round half up."]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("Fix the typo.");
});

it("offers no fix to read-only users, and none where nothing has to be fixed", async () => {
  show({ reviews: [review("Ana", "request_changes")] }, false);
  await shows("Reviews", "Changes requested by Ana (doesn't block merging)");
  expect(screen.queryByRole("button", { name: "Send to agent" })).toBeNull();
  cleanup();
  show({ reviews: [review("Ana", "approve")] });
  await shows("Reviews", "1 approval");
  expect(screen.queryByRole("link", { name: /^Fix with/ })).toBeNull();
});
