import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it } from "vitest";
import { OpenThreads } from "./open-threads";

afterEach(cleanup);

function Threads({ open, more = false }: { open: readonly boolean[]; more?: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <OpenThreads count={open.filter(Boolean).length} more={more} list={list} />
      <div ref={list}>
        {open.map((isOpen, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the threads never change
          <details key={index} open data-open-thread={isOpen ? "" : undefined}>
            <summary tabIndex={0}>Thread {index + 1}</summary>
            <button type="button">Reply {index + 1}</button>
          </details>
        ))}
      </div>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

it("goes from one open thread to the next, and wraps around", () => {
  Element.prototype.scrollIntoView = () => undefined;
  render(<Threads open={[true, false, true]} />);
  const next = screen.getByRole("button", { name: "Next open thread" });
  expect(screen.getByText("2 open threads")).toBeTruthy();
  const visited = [1, 2, 3].map(() => {
    fireEvent.keyDown(document.body, { key: "N" });
    return focused();
  });
  expect(visited).toEqual(["Thread 1", "Thread 3", "Thread 1"]);
  screen.getByRole("button", { name: "Reply 1" }).focus();
  fireEvent.click(next);
  expect(focused()).toBe("Thread 3");
  fireEvent.keyDown(document.body, { key: "P" });
  expect(focused()).toBe("Thread 1");
  fireEvent.keyDown(document.body, { key: "P" });
  expect(focused()).toBe("Thread 3");
});

it("says that more comments aren't loaded", () => {
  render(<Threads open={[true]} more />);
  expect(screen.getByText("1+ open threads")).toBeTruthy();
});

it("shows nothing without open threads", () => {
  render(<Threads open={[false]} />);
  expect(screen.queryByRole("button", { name: "Next open thread" })).toBeNull();
});
