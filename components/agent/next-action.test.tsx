import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Toasts } from "@/components/ui/toasts";
import { callProxy } from "@/lib/client/call";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import type { Agent } from "@/lib/contract/agents/agent";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import { agentStatus, type RunFacts } from "@/lib/model/status/agent-status";
import NextActionButton from "./next-action";

const at = "2026-05-01T12:00:00Z";
const repoUrl = "https://svc.example.com/team/orders.git";
const prUrl = "https://svc.example.com/team/orders/pull/7";
const repository = {
  id: "re-1",
  name: "orders",
  fullName: "team/orders",
  owner: { id: "ow-1", slug: "team" },
  defaultBranch: "main",
  createdAt: at,
  updatedAt: at,
  cloneUrl: repoUrl,
  visibility: "private",
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: false,
};

const waiting = {
  id: "fu-1",
  agentId: "bc-1",
  text: "Fix it.",
  images: 0,
  mcpServers: 0,
  state: "waiting",
  own: true,
  author: { id: "us-1", name: "Ada" },
  createdAt: at,
};

const sent = { ...waiting, state: "sent", runId: "run-2" };
const approval = { path: "/dashboard/agents/bc-1/follow-ups", body: { mode: "agent", immediate: true } };

let calls: ProxyCall[];
let start: () => unknown;
const onAnswer = vi.fn();
const onSent = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  start = () => sent;
  calls = stubProxy(({ method, path }) => {
    if (path === "/dashboard/agents/bc-1/retry") return waiting;
    return method === "POST" ? start() : new Response("{}", { status: 404 });
  });
});
afterEach(cleanup);

const posted = () => calls.filter(({ method }) => method === "POST");

/** The page's primary action for an agent in a pool, after a run, with a pull request. */
function show(run: Partial<RunFacts>, pull?: PullFacts, address = prUrl) {
  const agent: Agent = {
    id: "bc-1",
    name: "Fix login",
    status: "IDLE",
    env: { type: "pool", name: "gpu" },
    url: "",
    createdAt: at,
    updatedAt: at,
    latestRunId: "run-1",
    workOnCurrentBranch: false,
    autoCreatePR: false,
    repos: [{ url: repoUrl }],
    ...(pull && { git: { branches: [{ repoUrl, branch: "fix", prUrl: address }] } }),
  };
  const pulls = pull && [pull];
  const wait = { short: "no worker in gpu", blocked: true };
  const status = agentStatus({ status: "IDLE", env: agent.env, run: { status: "FINISHED", ...run }, pulls, wait });
  if (!status.next) throw new Error("no action");
  const client = new QueryClient();
  client.setQueryData(hostedRepositoriesQuery(callProxy).queryKey, [repository]);
  render(
    <QueryClientProvider client={client}>
      <NextActionButton
        agent={agent}
        status={status}
        next={status.next}
        pulls={pulls}
        onAnswer={onAnswer}
        onSent={onSent}
      />
      <Toasts />
    </QueryClientProvider>,
  );
}

const open: PullFacts = {
  draft: false,
  additions: 1,
  deletions: 1,
  url: prUrl,
  state: "open",
  review: "none",
  checks: "passed",
  mergeability: "blocked",
};

it("repeats a failed run", async () => {
  show({ status: "ERROR" });
  await userEvent.click(screen.getByRole("button", { name: "Retry: Fix login" }));
  await waitFor(() => expect(posted()).toMatchObject([{ path: "/dashboard/agents/bc-1/retry" }]));
  expect(await screen.findByText(/^Queued\./)).toBeTruthy();
});

it("approves a plan once, and says if it couldn't", async () => {
  start = () => Response.json({ error: { code: "agent_busy", message: "The agent is busy." } }, { status: 409 });
  show({ plan: true });
  const approve = screen.getByRole("button", { name: "Approve and run: Fix login" });
  await userEvent.click(approve);
  expect(await screen.findByText("Couldn't start the run.")).toBeTruthy();
  expect(onSent).not.toHaveBeenCalled();
  start = () => sent;
  await userEvent.click(approve);
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(approve.hasAttribute("disabled")).toBe(true);
  expect(posted().at(-1)).toMatchObject(approval);
});

it.each(["{Enter}", " "])("approves a plan with the key %j", async (key) => {
  show({ plan: true });
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Approve and run: Fix login" }));
  await userEvent.keyboard(key);
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(posted()).toMatchObject([approval]);
});

it("shows the question", async () => {
  show({ status: "RUNNING", asks: true });
  await userEvent.click(screen.getByRole("button", { name: "Answer: Fix login" }));
  expect(onAnswer).toHaveBeenCalledTimes(1);
});

it("leads to the worker that is missing", () => {
  show({ status: "CREATING" });
  expect(screen.getByRole("link", { name: "Add worker to gpu: Fix login" }).getAttribute("href")).toBe("/pools/gpu");
});

it.each<[string, PullFacts, string]>([
  ["Review", open, "/pulls/team/orders/7?tab=files"],
  ["View checks", { ...open, checks: "failed" }, "/pulls/team/orders/7?tab=checks"],
  ["View pull request", { ...open, mergeability: "conflict" }, "/pulls/team/orders/7"],
  ["Merge", { ...open, review: "approved", mergeability: "mergeable" }, "/pulls/team/orders/7"],
])("leads to a pull request: %s", async (label, pull, path) => {
  show({}, pull);
  const link = await screen.findByRole("link", { name: `${label}: Fix login` });
  expect(link.getAttribute("href")).toBe(path);
});

it("leads to a pull request on another server", async () => {
  show({}, { ...open, url: "https://git.example.com/a/b/pull/1" }, "https://git.example.com/a/b/pull/1");
  const link = await screen.findByRole("link", { name: "View pull request: Fix login" });
  expect(link.getAttribute("href")).toBe("https://git.example.com/a/b/pull/1");
});
