import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { positionKey } from "@/lib/model/diff/diff-position";
import { focusThread } from "./focus-thread";

const position = { path: "a.txt", side: "right", line: 3 } as const;

let frames: FrameRequestCallback[] = [];
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ thread }: { thread: boolean }) {
  return (
    <>
      <input aria-label="Filter files" />
      {thread ? (
        <div data-thread={positionKey(position)}>
          <button type="button">Reply</button>
        </div>
      ) : null}
    </>
  );
}

function nextFrame(): void {
  const due = frames;
  frames = [];
  for (const run of due) run(0);
}

function start() {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  const { rerender } = render(<Page thread={false} />);
  focusThread(position);
  for (let frame = 0; frame < 200; frame += 1) nextFrame();
  return () => rerender(<Page thread />);
}

it("focuses a thread that is rendered later", () => {
  const renderThread = start();
  renderThread();
  nextFrame();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Reply" }));
  nextFrame();
  expect(frames).toEqual([]);
});

it("gives up if the focus moves meanwhile", () => {
  const renderThread = start();
  screen.getByRole("textbox").focus();
  renderThread();
  nextFrame();
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  expect(frames).toEqual([]);
});

function Form() {
  const [body, setBody] = useState("");
  return (
    <div data-thread={positionKey(position)}>
      <textarea aria-label="New comment" value={body} onChange={({ target }) => setBody(target.value)} />
      <output>{body}</output>
    </div>
  );
}

it("keeps the text that is typed before the form is rendered", async () => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  const shortcuts = vi.fn();
  const onKeyDown = ({ target }: KeyboardEvent) => {
    if (!(target instanceof HTMLTextAreaElement)) shortcuts();
  };
  window.addEventListener("keydown", onKeyDown);
  const { rerender } = render(<p>Diff</p>);
  focusThread(position, "form");
  await userEvent.keyboard("my mi");
  rerender(<Form />);
  act(nextFrame);
  await userEvent.keyboard("stake");
  window.removeEventListener("keydown", onKeyDown);
  expect(screen.getByRole("status").textContent).toBe("my mistake");
  expect(screen.getAllByRole("textbox")).toEqual([document.activeElement]);
  expect(shortcuts).not.toHaveBeenCalled();
});

it("leaves nothing behind if the focus moves before the form is rendered", () => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  render(<Page thread={false} />);
  focusThread(position, "form");
  screen.getByRole("textbox", { name: "Filter files" }).focus();
  nextFrame();
  expect(screen.getAllByRole("textbox")).toHaveLength(1);
  expect(frames).toEqual([]);
});
