import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Toasts } from "@/components/ui/toasts";
import { callProxy } from "@/lib/client/call";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import type { QuestionField } from "@/lib/contract/agents/question";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AgentNeedingAttention, AttentionStatus } from "@/lib/contract/dashboard/agents/get-overview";
import type { PullNeedingAttention } from "@/lib/contract/dashboard/pulls/list-pulls-needing-attention";
import Inbox from "./inbox";
import { overviewQuery } from "./overview-queries";

const at = "2026-05-01T12:00:00.000Z";
const encoder = new TextEncoder();

let calls: ProxyCall[];
let items: AgentNeedingAttention[];
let pulls: PullNeedingAttention[];
let counts: { status: AttentionStatus; agents: number }[];
/** The frames of every run's stream. */
let frames: object[];
let isFinished: boolean;
let sendFrame: (data: object, event?: string) => void;
let answer: () => unknown;

const frameText = (data: object, event = "interaction_update") =>
  `event: frame\ndata: ${JSON.stringify({ subject: "run:bc-1:run-1", event, data })}\n\n`;

/** The live channel with the frames so far. */
function liveChannel(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sendFrame = (data, event) => controller.enqueue(encoder.encode(frameText(data, event)));
      for (const data of frames) sendFrame(data);
      if (isFinished) sendFrame({ runId: "run-1", status: "FINISHED" }, "result");
    },
  });
  return new Response(body);
}

const overview = () => ({
  running: { total: 0, rows: [] },
  needs: { total: items.length, items, counts, days: 14 },
  today: { failed: 0, tokens: 0 },
  tokens: { days: [], unknownRuns: 0 },
  progress: { complete: true, agents: items.length, known: items.length },
});

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  [items, pulls, counts, frames] = [[], [], [], []];
  isFinished = false;
  answer = () => ({ id: "q" });
  calls = stubProxy(({ method, path }) => {
    if (path.startsWith("/live")) return liveChannel();
    if (path === "/dashboard/overview") return overview();
    if (path === "/dashboard/pulls-in-need") return { pulls, more: false };
    if (path === "/dashboard/inbox/reads") return { keys: [], reads: {} };
    return method === "POST" ? answer() : new Response("{}", { status: 404 });
  });
});
afterEach(cleanup);

const agent = (status: AttentionStatus, more: Partial<AgentRow> = {}, canPrompt = true): AgentNeedingAttention => ({
  status,
  canPrompt,
  agent: {
    id: "bc-1",
    name: "Rename the table",
    status: "ACTIVE",
    env: { type: "cloud" },
    createdAt: at,
    updatedAt: at,
    latestRunId: "run-1",
    run: { status: "RUNNING", updatedAt: at, questionId: "q" },
    ...more,
  },
});

const ask = (message: string, fields: QuestionField[] = [], id = "q") => ({
  type: "context-injection-state",
  state: "question",
  question: { id, message, fields },
});
const close = (questionId: string) => ({ type: "context-injection-state", state: "question-closed", questionId });
const option = (...labels: string[]): QuestionField => ({
  type: "choice",
  name: "option",
  label: "Options",
  required: true,
  choices: labels.map((label) => ({ value: label.toLowerCase(), label })),
});

function OverviewInbox({ canOperate }: { canOperate: boolean }) {
  const { data, error } = useQuery(overviewQuery(callProxy));
  return <Inbox needs={data?.needs} hasError={error !== null} canOperate={canOperate} />;
}

function show(canOperate = true) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OverviewInbox canOperate={canOperate} />
      <Toasts />
    </QueryClientProvider>,
  );
}

const button = (name: string) => screen.findByRole("button", { name });
const answers = () => calls.filter(({ method, path }) => method === "POST" && path.endsWith("/answer"));
const answered = (body: object) => [{ method: "POST", path: "/v1/agents/bc-1/runs/run-1/questions/q/answer", body }];

it("shows what an agent asks, and approves it in place", async () => {
  items = [agent("input")];
  frames = [ask("Delete it?", [], "earlier"), close("earlier"), ask("Run `drop table orders`?")];
  answer = () => {
    items = [];
    return { id: "q" };
  };
  show();
  await userEvent.click(await button("Approve: Rename the table"));
  await waitFor(() => expect(answers()).toEqual(answered({ action: "accept", values: {} })));
  expect(await screen.findByText("No agents or pull requests need attention.")).toBeTruthy();
});

it("shows the request and denies it", async () => {
  items = [agent("input")];
  frames = [ask("Run `drop table orders`?")];
  show();
  const deny = await button("Deny: Rename the table");
  const row = screen.getByRole("listitem");
  expect(within(row).getByText("Run `drop table orders`?")).toBeTruthy();
  expect(row.textContent).toContain("Asked");
  await userEvent.click(deny);
  await waitFor(() => expect(answers()).toEqual(answered({ action: "decline" })));
  await waitFor(() => expect(deny).toHaveProperty("disabled", true));
  expect(screen.getByRole("button", { name: "Approve: Rename the table" })).toHaveProperty("disabled", true);
});

it("offers the options of a permission, and the form of a longer question", async () => {
  items = [agent("input")];
  frames = [ask("Write outside the workspace?", [option("Allow once", "Always allow")])];
  show();
  await userEvent.click(await button("Allow once: Rename the table"));
  await waitFor(() => expect(answers()).toEqual(answered({ action: "accept", values: { option: "allow once" } })));
  cleanup();
  calls.length = 0;
  frames = [ask("Which name?", [{ type: "text", name: "name", label: "Name", required: true }])];
  show();
  await userEvent.click(await button("Answer: Rename the table"));
  await userEvent.type(await screen.findByLabelText("Name"), "orders");
  await userEvent.click(await button("Send answer"));
  await waitFor(() => expect(answers()).toEqual(answered({ action: "accept", values: { name: "orders" } })));
});

it.each([[["Allow", "decline"]], [["Allow", "De\u200bcline"]], [["Allow", "allow "]]])(
  "asks in the form if an agent's options %j could be mistaken for another answer",
  async (labels) => {
    items = [agent("input")];
    frames = [ask("Write outside the workspace?", [option(...labels)])];
    show();
    await button("Answer: Rename the table");
    expect(screen.queryByRole("button", { name: /^(Allow|De.?cline)/i })).toBeNull();
  },
);

it("says that a question was answered elsewhere, and refreshes the row", async () => {
  items = [agent("input")];
  frames = [ask("Run it?")];
  answer = () => {
    items = [];
    const error = { code: "question_closed", message: "Question q is already closed" };
    return Response.json({ error }, { status: 409 });
  };
  show();
  await userEvent.click(await button("Approve: Rename the table"));
  expect(await screen.findByText("Already answered.")).toBeTruthy();
  expect(await screen.findByText("No agents or pull requests need attention.")).toBeTruthy();
});

it("removes the buttons when the question closes", async () => {
  items = [agent("input")];
  frames = [ask("Run it?")];
  show();
  await button("Approve: Rename the table");
  sendFrame(close("q"));
  expect(await screen.findByText("No longer open")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
});

it("shows the request without buttons to users who can't prompt the agent", async () => {
  items = [agent("input", { owner: { id: "p", name: "Ada", me: false } }, false)];
  frames = [ask("Run it?")];
  show();
  expect(await screen.findByText("Run it?")).toBeTruthy();
  expect(screen.getByText(/Only Ada and admins can answer\./)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Approve|Deny)/ })).toBeNull();
  cleanup();
  show(false);
  expect(await screen.findByText(/You need the Operator role to answer\./)).toBeTruthy();
});

it("approves a plan once, and shows it on demand", async () => {
  const run = { status: "FINISHED", updatedAt: at, plan: true };
  isFinished = true;
  items = [agent("plan", { run })];
  const text = "The plan is approved. Run it.";
  const sent = { id: "fu-1", agentId: "bc-1", text, images: 0, mcpServers: 0, state: "sent", own: true };
  answer = () => ({ ...sent, author: { id: "us-1", name: "Ada" }, createdAt: at });
  show();
  const approve = await button("Approve and run: Rename the table");
  await userEvent.click(approve);
  const body = expect.objectContaining({ prompt: { text }, mode: "agent", immediate: true });
  await waitFor(() =>
    expect(calls).toContainEqual({ method: "POST", path: "/dashboard/agents/bc-1/follow-ups", body }),
  );
  await waitFor(() => expect(approve).toHaveProperty("disabled", true));
  cleanup();
  items = [agent("plan", { run }, false)];
  const toolCall = { type: "createPlan", args: { plan: "1. Copy the rows" }, result: { status: "success", value: {} } };
  frames = [{ type: "tool-call-completed", callId: "p", modelCallId: "p", toolCall }];
  show();
  await userEvent.click(await button("Show plan: Rename the table"));
  expect(await screen.findByText("Copy the rows")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
});

it("moves, acts and marks by keyboard", async () => {
  items = [agent("input"), agent("failed", { id: "bc-2", name: "Second" })];
  frames = [ask("Run it?")];
  show();
  await button("Approve: Rename the table");
  await userEvent.keyboard("j{ArrowDown}");
  expect(document.activeElement?.textContent).toContain("Second");
  await userEvent.keyboard("{ArrowUp}a");
  await waitFor(() => expect(answers()).toEqual(answered({ action: "accept", values: {} })));
  await userEvent.keyboard("e");
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "/dashboard/inbox/reads", body: { keys: ["agent:bc-1/input"], read: true } }),
    ),
  );
});

it("leaves the choice to the user if there are several options", async () => {
  items = [agent("input")];
  frames = [ask("Deploy where?", [option("Staging", "Production")])];
  show();
  const first = await button("Staging: Rename the table");
  await userEvent.keyboard("ja");
  expect(document.activeElement).toBe(first);
  expect(answers()).toEqual([]);
});

it("doesn't act on the keys of a sequence, such as g a", async () => {
  items = [agent("input")];
  frames = [ask("Run it?")];
  show();
  const approve = await button("Approve: Rename the table");
  await userEvent.keyboard("jga");
  expect(document.activeElement?.closest("li")?.contains(approve)).toBe(true);
  expect(approve).toHaveProperty("disabled", false);
  expect(answers()).toEqual([]);
});

it("links to the lists that have more agents than the inbox, with their counts", async () => {
  items = [agent("failed"), agent("failed", { id: "bc-2" }), agent("queued", { id: "bc-3" })];
  counts = [
    { status: "failed", agents: 1_200 },
    { status: "expired", agents: 34 },
    { status: "queued", agents: 1 },
  ];
  show();
  const link = await screen.findByRole("link", { name: /^View all/ });
  expect(link.textContent).toBe("View all 1,234 failed");
  expect(link.getAttribute("href")).toBe("/agents?q=status%3Afailed%2Cexpired");
});

it("lists pull requests with the part that needs attention", async () => {
  const pull = (number: string, need: PullNeedingAttention["need"]): PullNeedingAttention => ({
    id: number,
    number,
    need,
    why: "",
    mine: true,
    updatedAt: at,
    title: `Pull ${number}`,
    repository: { ownerSlug: "acme", repoName: "orders" },
  });
  pulls = [pull("1", "blocked"), pull("2", "review"), pull("3", "checks"), pull("4", "changes")];
  show();
  const actions = await screen.findAllByRole("link", { name: /: Pull / });
  expect(actions.map((action) => [action.getAttribute("aria-label"), action.getAttribute("href")])).toEqual([
    ["View checks: Pull 3", "/pulls/acme/orders/3?tab=checks"],
    ["View pull request: Pull 4", "/pulls/acme/orders/4"],
    ["Review: Pull 2", "/pulls/acme/orders/2?tab=files"],
    ["View pull request: Pull 1", "/pulls/acme/orders/1"],
  ]);
});
