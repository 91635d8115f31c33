import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { findRows, placeOf } from "@/lib/model/transcript/row-path";
import { rowContains } from "@/lib/model/transcript/row-text";
import { emptyTranscript, type Frame, type Transcript } from "@/lib/model/transcript/state";
import { MarkedRow } from "./marked-row";
import { RowOpenStateProvider, RowsOpen } from "./row-open-state";
import { RowView } from "./row-view";

afterEach(cleanup);

const update = (data: object): Frame => ({ event: "interaction_update", data });
const inTask = (taskUpdate: object, callId = "t") => update({ type: "tool-call-delta", callId, taskUpdate });
const task = { type: "task", args: { description: "Look around" } };
const started = update({ type: "tool-call-started", callId: "t", toolCall: task });
const ended = update({
  type: "tool-call-completed",
  callId: "t",
  toolCall: { ...task, result: { status: "success", value: {} } },
});
const say = (text: string) => inTask({ type: "text-delta", text });
const shell = (command: string, exitCode = 0) => {
  const value = { exitCode, stdout: `out of ${command}` };
  const toolCall = { type: "shell", args: { command }, result: { status: "success", value } };
  return inTask({ type: "tool-call-completed", callId: command, toolCall });
};

const steps = ["ls", "cat a", "npm test", "pwd"].map((command) => shell(command, command === "npm test" ? 1 : 0));
const done = reduceAll(emptyTranscript, [started, say("I look."), ...steps, say("Found **it**."), ended]);

function show({ rows }: Transcript, rowsOpen = new RowsOpen(), marked?: string) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RowOpenStateProvider rows={rowsOpen}>
        <MarkedRow value={marked}>
          {rows.map((row) => (
            <RowView key={row.key} id={`run ${row.key}`} run="run" row={row} />
          ))}
        </MarkedRow>
      </RowOpenStateProvider>
    </QueryClientProvider>
  );
}

const header = () => screen.getByRole("button", { name: /Look around/ });
const list = () => screen.queryByRole("list", { name: "Subagent steps" });

describe("the call of a subagent", () => {
  it("has the number of its steps and of failed ones while it is folded", () => {
    render(show(done));
    expect(header().getAttribute("aria-expanded")).toBe("false");
    expect(header().textContent).toContain("4 steps · 1 failed");
    expect(list()).toBeNull();
  });

  it("shows its rows like those of the conversation, by keyboard", async () => {
    const user = userEvent.setup();
    render(show(done));
    await user.tab();
    expect(document.activeElement).toBe(header());
    await user.keyboard("{Enter}");
    expect(list()?.textContent).toContain("I look.");
    expect(screen.getByText("it").tagName).toBe("STRONG");
    // Long work is folded, except what failed.
    expect(screen.getByRole("button", { name: /Ran npm test.*Failed/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Ran ls/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "4 steps · 1 failed" }));
    expect(screen.getByRole("button", { name: /Ran ls.*Done/ })).toBeTruthy();
    expect(list()?.textContent).toContain("out of ls");
    await user.click(header());
    expect(list()).toBeNull();
  });

  it("shows steps that are all it has, and those that arrive while it is open", async () => {
    const running = reduceAll(emptyTranscript, [started, ...steps]);
    const rowsOpen = new RowsOpen();
    const { rerender } = render(show(running, rowsOpen));
    await userEvent.click(header());
    expect(screen.getByRole("button", { name: /Ran ls/ })).toBeTruthy();
    rerender(show(reduceAll(running, [say("Found.")]), rowsOpen));
    expect(screen.getByRole("button", { name: /Ran ls/ })).toBeTruthy();
    rerender(show(reduceAll(running, [say("Found."), ended]), rowsOpen));
    expect(screen.getByRole("button", { name: /Ran ls/ })).toBeTruthy();
  });

  it("shows how many steps aren't kept", async () => {
    const many = Array.from({ length: 305 }, (_, index) => say(`${index}`)).flatMap((each, index) => [
      each,
      inTask({ type: "summary", summary: `s${index}` }),
    ]);
    render(show(reduceAll(emptyTranscript, [started, ...many])));
    await userEvent.click(header());
    expect(list()?.textContent).toContain("310 earlier steps not shown.");
  });

  it("shows hostile text of a subagent as text", async () => {
    const { container } = render(show(reduceAll(emptyTranscript, [started, say('<img src=x onerror="alert(1)">')])));
    await userEvent.click(header());
    expect(container.querySelector("img, [onerror]")).toBeNull();
  });
});

describe("find", () => {
  it("opens the call, the folded steps and the row that has the text", () => {
    const transcript = reduceAll(done, [
      inTask({ type: "thinking-delta", text: "a needle" }, "inner"),
      inTask({ type: "tool-call-delta", callId: "inner-2", taskUpdate: { type: "thinking-delta", text: "a pin" } }),
    ]);
    const [pin] = findRows(transcript.rows, (row) => rowContains(row, "a pin"));
    if (!pin) throw new Error("not found");
    const place = placeOf("run", pin);
    const rowsOpen = new RowsOpen();
    const { container } = render(show(transcript, rowsOpen, place.row));
    expect(container.textContent).not.toContain("a pin");
    act(() => {
      rowsOpen.open(place.around);
      rowsOpen.reveal(place.row);
    });
    expect(container.querySelector("[data-marked]")?.textContent).toContain("a pin");
    expect(container.textContent).not.toContain("a needle");
  });
});
