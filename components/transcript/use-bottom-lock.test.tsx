import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useBottomLock } from "./use-bottom-lock";

const viewport = 400;
let height: number;
let lock: ReturnType<typeof useBottomLock>;

beforeEach(() => {
  height = 500;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Scroller() {
  const region = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  lock = useBottomLock(region, content);
  return (
    <section ref={region} aria-label="Transcript">
      <div ref={content} />
    </section>
  );
}

function show(): HTMLElement {
  render(<Scroller />);
  const region = screen.getByRole("region", { name: "Transcript" });
  let top = 0;
  Object.defineProperties(region, {
    scrollHeight: { get: () => height },
    clientHeight: { get: () => viewport },
    scrollTop: {
      get: () => top,
      set: (value: number) => {
        top = Math.max(0, Math.min(value, height - viewport));
      },
    },
  });
  return region;
}

const scrollTo = (region: HTMLElement, top: number) =>
  act(() => {
    region.scrollTop = top;
    fireEvent.scroll(region);
  });

/** The content grows, and has been rendered. */
const grow = (by: number) =>
  act(() => {
    height += by;
    lock.follow();
  });

it("follows the end until the user scrolls up, and again once they scroll down", () => {
  const region = show();
  grow(300);
  expect(region.scrollTop).toBe(400);
  scrollTo(region, 100);
  grow(300);
  expect(region.scrollTop).toBe(100);
  fireEvent.wheel(region);
  scrollTo(region, 700);
  grow(300);
  expect(region.scrollTop).toBe(1_000);
});

it("stays at a run that was chosen near the end, although its content is loaded later", () => {
  const region = show();
  grow(0);
  act(() => lock.unlock(true));
  // As far down as it goes until the run has loaded.
  scrollTo(region, 100);
  grow(1_000);
  expect(region.scrollTop).toBe(100);
  fireEvent.keyDown(region, { key: "End" });
  scrollTo(region, 1_100);
  grow(300);
  expect(region.scrollTop).toBe(1_400);
});

it("follows the end again after a jump to the latest", () => {
  const region = show();
  act(() => lock.unlock(true));
  act(() => lock.scrollToEnd());
  grow(300);
  expect(region.scrollTop).toBe(400);
});

it("follows the end of a live run that was chosen", () => {
  const region = show();
  act(() => lock.unlock(false));
  scrollTo(region, 100);
  grow(300);
  expect(region.scrollTop).toBe(400);
});

it("follows the end again when the user scrolls although they are there", () => {
  const region = show();
  act(() => lock.unlock(true));
  scrollTo(region, 100);
  fireEvent.wheel(region);
  grow(300);
  expect(region.scrollTop).toBe(400);
});
