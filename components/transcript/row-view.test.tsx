import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Row, ToolRow } from "@/lib/model/transcript/state";
import { RowBoundary } from "./row-boundary";
import { RowOpenStateProvider, RowsOpen } from "./row-open-state";
import { RowView } from "./row-view";

afterEach(cleanup);

function show(row: Row, rowsOpen?: RowsOpen) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RowOpenStateProvider {...(rowsOpen ? { rows: rowsOpen } : {})}>
        <RowBoundary row={row}>
          <RowView id="run-1 r0" run="run-1" row={row} />
        </RowBoundary>
      </RowOpenStateProvider>
    </QueryClientProvider>,
  ).container;
}

const message = (text: string): Row => ({ kind: "message", key: "r0", text });

const shell = (overrides: Partial<ToolRow>): Row => ({
  kind: "tool",
  key: "r0",
  callId: "c",
  name: "run_terminal_cmd",
  status: "completed",
  args: { command: "npm test" },
  result: undefined,
  omitted: { args: false, result: false },
  output: [],
  ...overrides,
});

function Broken(): never {
  throw new Error("too deep");
}

describe("messages", () => {
  it("render HTML as text and drop script links", () => {
    const shown = show(message('<img src=x onerror="alert(1)"><script>alert(1)</script>\n\n[go](javascript:alert(1))'));
    expect(shown.querySelector("img, script, [onerror]")).toBeNull();
    expect(shown.querySelector('a[href^="javascript"]')).toBeNull();
  });

  it("open links without a referrer and don't load remote images", () => {
    const shown = show(message("[docs](https://docs.example.com) ![chart](https://img.example.com/a.png)"));
    expect(shown.querySelector("img")).toBeNull();
    expect(screen.getByRole("link", { name: "docs" }).getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(screen.getByRole("link", { name: "Image: chart" })).toBeTruthy();
  });
});

describe("extreme content", () => {
  it("shows deeply nested Markdown as text", () => {
    const shown = show(message(`${">".repeat(3_000)} the end`));
    expect(shown.textContent).toContain("> the end");
    expect(shown.querySelector("blockquote")).toBeNull();
  });

  it("shows a row as text when rendering throws", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { container } = render(
      <RowBoundary row={message("raw text of the row")}>
        <Broken />
      </RowBoundary>,
    );
    expect(container.textContent).toContain("raw text of the row");
  });

  it("truncates a message of 100,000 characters", async () => {
    const shown = show(message("x".repeat(100_000)));
    expect(shown.textContent?.length).toBeLessThan(6_000);
    await userEvent.click(screen.getByRole("button", { name: "Show all 100,000 characters" }));
    expect(shown.textContent).toContain("x".repeat(100_000));
  });

  it("truncates an output line of 100,000 characters", async () => {
    const shown = show(shell({ output: [{ stream: "stdout", text: `a\n${"y".repeat(100_000)}\nb` }] }));
    expect(shown.querySelector("pre")?.textContent).toMatch(/y{2000}… 98,000 more characters\nb$/);
    await userEvent.click(screen.getByRole("button", { name: /Show full lines/ }));
    expect(shown.querySelector("pre")?.textContent).toContain("y".repeat(100_000));
  });

  it("renders deep and wide JSON", () => {
    let deep: unknown = "core";
    for (let level = 0; level < 5_000; level += 1) deep = { deep };
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
    const shown = show({ kind: "raw", key: "r0", event: "odd", data: { deep, wide, "<script>": "<img onerror=x>" } });
    expect(shown.querySelector("script, img")).toBeNull();
  });
});

describe("a row revealed by find", () => {
  it("shows folded output and closed thoughts", () => {
    const text = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join("\n");
    const rows = new RowsOpen();
    const output = show(shell({ output: [{ stream: "stdout", text }] }), rows);
    expect(output.textContent).not.toContain("line 3\n");
    act(() => rows.reveal("run-1 r0"));
    expect(output.textContent).toContain("line 3\n");
    cleanup();
    const thought = show({ kind: "thinking", key: "r0", text: "the plan", durationMs: 2_000 }, new RowsOpen());
    expect(thought.textContent).not.toContain("the plan");
    cleanup();
    expect(show({ kind: "thinking", key: "r0", text: "the plan", durationMs: 2_000 }, rows).textContent).toContain(
      "the plan",
    );
  });
});

describe("unknown events", () => {
  it("can be copied in full, including what the tree omits", async () => {
    const user = userEvent.setup();
    const data = { list: Array.from({ length: 150 }, (_, index) => index) };
    show({ kind: "raw", key: "r0", event: "odd", data });
    await user.click(screen.getByRole("button", { name: /odd/ }));
    await user.click(screen.getByRole("button", { name: "Copy data" }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(data);
  });
});

describe("shell cards", () => {
  it("render ANSI colors as spans and everything else as text", () => {
    const text =
      "\u001b[31mred\u001b[0m <img src=x onerror=alert(1)> \u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007";
    const shown = show(shell({ output: [{ stream: "stdout", text }] }));
    expect(shown.querySelector("img, pre a")).toBeNull();
    expect(shown.querySelector("pre")?.textContent).toBe("red <img src=x onerror=alert(1)> link");
    expect(shown.querySelector("pre span[style]")?.textContent).toBe("red");
  });

  it("show the end of long output, and all of it on demand", async () => {
    const text = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join("\n");
    const shown = show(shell({ output: [{ stream: "stdout", text }] }));
    expect(shown.querySelector("pre")?.textContent?.split("\n")).toHaveLength(12);
    await userEvent.click(screen.getByRole("button", { name: /Show all 40 lines/ }));
    expect(shown.querySelector("pre")?.textContent?.split("\n")).toHaveLength(40);
  });

  it("show that the service omitted a result", () => {
    show(shell({ omitted: { args: false, result: true } }));
    expect(screen.getByText(/result was too large/)).toBeTruthy();
  });

  it("show how the command ended", () => {
    show(shell({ status: "stopped" }));
    expect(screen.getByRole("button", { name: /Ran npm test.*Stopped/ })).toBeTruthy();
  });
});
