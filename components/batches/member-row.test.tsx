import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { BatchMember } from "@/lib/contract/dashboard/batches/batch";
import { MemberRow } from "./member-row";
import { MemberToolbar } from "./member-toolbar";
import type { MemberView } from "./use-batch-members";

afterEach(cleanup);

const at = "2026-11-24T00:00:00.000Z";
const pullUrl = "https://git.example.com/acme/orders/pull/7";

function agent(id: string, more: Partial<AgentRow> = {}): AgentRow {
  return {
    id,
    name: `Fix it ${id}`,
    status: "IDLE",
    env: { type: "cloud" },
    createdAt: at,
    updatedAt: at,
    latestRunId: "run-1",
    run: { status: "FINISHED", updatedAt: at, durationMs: 61_000 },
    ...more,
  };
}

function view(position: number, row: AgentRow | undefined, more: Partial<BatchMember> = {}): MemberView {
  const member: BatchMember = {
    position,
    state: row ? "launched" : "failed",
    model: "gpt-5",
    repositories: ["acme/orders"],
    attempt: 1,
    ...(row ? { agentId: row.id } : {}),
    ...more,
  };
  const lines = row ? { additions: 3, deletions: 1 } : undefined;
  return {
    id: row?.id ?? `member-${position}`,
    member,
    position,
    agent: row,
    lines,
    lastMessage: row && "All done.",
    tokens: row && 1_500,
    durationMs: row?.run?.durationMs,
    cost: row && 0.25,
  };
}

function show(children: ReactNode) {
  stubProxy(() => ({ repositories: [], nextPageToken: "" }));
  render(<QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>);
}

const row = {
  selected: false,
  onSelect: () => undefined,
  onRetry: undefined,
  retrying: false,
  currency: "USD",
  pools: undefined,
  pullLink: () => undefined,
  isListComplete: true,
};

describe("an agent of a batch", () => {
  it("shows its results and last message, and links to the agent", () => {
    show(<MemberRow {...row} view={view(1, agent("bc-1"))} />);
    expect(screen.getByRole("link", { name: "1. gpt-5, acme/orders" }).getAttribute("href")).toBe("/agents/bc-1");
    for (const text of ["All done.", "1 min 1 s", "1.5k", "≈ 0.25 USD"]) {
      expect(screen.getByRole("listitem").textContent?.toLowerCase()).toContain(text.toLowerCase());
    }
    expect(screen.getByText("3 lines added, 1 removed")).toBeDefined();
    expect(screen.getByText("Finished", { exact: false })).toBeDefined();
  });

  it("shows why its launch failed, and a retry only to users who can", () => {
    const failed = view(2, undefined, { problem: "The budget is used up." });
    const onRetry = vi.fn();
    show(
      <>
        <MemberRow {...row} view={failed} onRetry={onRetry} />
        <MemberRow {...row} view={{ ...failed, member: { ...failed.member, position: 3 } }} />
      </>,
    );
    expect(screen.getAllByText("The budget is used up.")).toHaveLength(2);
    expect(screen.queryByRole("checkbox")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Retry launch of 2. gpt-5, acme/orders" }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });

  it("is deleted if the complete list doesn't have it", () => {
    const launched = view(1, undefined, { state: "launched", agentId: "bc-9" });
    show(<MemberRow {...row} view={launched} />);
    expect(screen.getByText("Deleted")).toBeDefined();
  });
});

describe("the toolbar", () => {
  const kept = view(1, agent("bc-1"));
  const busy = agent("bc-2", { status: "ACTIVE", run: { status: "RUNNING", updatedAt: at } });
  const withPull = agent("bc-3", { branches: [{ repoUrl: "git.example.com/acme/orders", prUrl: pullUrl }] });
  const views = [kept, view(2, busy), view(3, withPull), view(4, agent("bc-4", { status: "ARCHIVED" }))];

  function toolbar(selected: readonly MemberView[], canOperate = true) {
    const [onCompare, onStart] = [vi.fn(), vi.fn()];
    const actions = { onCompare, onStart, onClear: () => undefined };
    show(<MemberToolbar {...actions} views={views} selected={selected} canOperate={canOperate} busy={false} />);
    return { onCompare, onStart };
  }
  const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  it("archives the others after it named their runs and pull requests", async () => {
    const { onStart } = toolbar([kept]);
    click("Keep, archive others…");
    const dialog = await screen.findByRole("dialog", { name: "Archive 2 agents?" });
    expect(dialog.textContent).toContain("Keeps 1. gpt-5, acme/orders.");
    expect(dialog.textContent).toContain("1 active run is canceled.");
    expect(dialog.textContent).toContain("#7 of Fix it bc-3");
    expect(onStart).not.toHaveBeenCalled();
    click("Archive 2 agents");
    expect(onStart).toHaveBeenCalledWith("archive", [busy, withPull]);
  });

  it("sends one follow-up to the selected agents", async () => {
    const { onStart } = toolbar(views.slice(0, 2));
    click("Follow up…");
    fireEvent.change(await screen.findByRole("textbox", { name: "Message" }), { target: { value: "Add a test" } });
    click("Send 2 follow-ups");
    expect(onStart).toHaveBeenCalledWith("followUp", [kept.agent, busy], "Add a test");
  });

  it("compares exactly two agents, even for viewers", () => {
    const { onCompare } = toolbar(views.slice(1, 3), false);
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Compare changes", "Clear"]);
    click("Compare changes");
    expect(onCompare).toHaveBeenCalledWith(2, 3);
    cleanup();
    toolbar(views);
    expect(screen.getByRole("button", { name: "Compare changes" })).toHaveProperty("disabled", true);
  });
});
