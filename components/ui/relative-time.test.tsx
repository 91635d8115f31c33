import { act, cleanup, render } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RelativeTime } from "./relative-time";

const start = Date.parse("2026-01-01T00:00:00.000Z");
const minute = 60_000;
const time = <RelativeTime iso={new Date(start).toISOString()} />;

beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("renders the current age on the server", () => {
  renderToString(time);
  vi.setSystemTime(start + 3 * 60 * minute);
  expect(renderToString(time)).toContain("3 h ago");
});

it("uses the browser's clock after hydration", () => {
  const container = document.createElement("div");
  vi.setSystemTime(start + 59 * minute);
  container.innerHTML = renderToString(time);
  expect(container.textContent).toBe("59 min ago");
  vi.setSystemTime(start + 60 * minute);
  render(time, { container, hydrate: true });
  expect(container.textContent).toBe("1 h ago");
});

it("updates while mounted and is current when mounted again", () => {
  const { container, unmount } = render(time);
  expect(container.textContent).toBe("just now");
  act(() => vi.advanceTimersByTime(2 * minute));
  expect(container.textContent).toBe("2 min ago");
  unmount();
  vi.setSystemTime(start + 30 * minute);
  expect(render(time).container.textContent).toBe("30 min ago");
});
