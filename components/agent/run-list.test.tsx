import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { RunJump } from "./run-jump";
import { RunList } from "./run-list";

const at = "2026-05-01T12:00:00Z";
const run = (number: number): NumberedRun => {
  const status = number % 5 === 0 ? "ERROR" : "FINISHED";
  return { id: `run-${number}`, agentId: "bc-1", status, createdAt: at, updatedAt: at, number };
};
const runs = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => run(first + index));

beforeEach(() => {
  // The virtual list measures its region, which has no layout here.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(256);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(10_000 * 32);
  // Scrolls at once, which only notifies of a new position.
  vi.spyOn(Element.prototype, "scrollTo").mockImplementation(function (this: Element, ...to: unknown[]) {
    const [options] = to;
    if (typeof options !== "object" || options === null || !("top" in options)) return;
    if (this.scrollTop === Number(options.top)) return;
    this.scrollTop = Number(options.top);
    this.dispatchEvent(new Event("scroll"));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A list of runs whose older ones are loaded from the dashboard. */
function show(total: number | undefined, newest: readonly NumberedRun[]) {
  const calls = stubProxy(({ path }) => {
    const from = Number(new URLSearchParams(path.split("?")[1]).get("from"));
    return { total, items: runs(from, Math.min(total ?? 0, from + 49)) };
  });
  const onSelect = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RunList
        agentId="bc-1"
        env={{ type: "cloud" as const }}
        total={total}
        newest={newest}
        onSelect={onSelect}
        statusOf={({ status }) => status}
      />
    </QueryClientProvider>,
  );
  return { calls, onSelect };
}

const names = () => screen.getAllByRole("button").map(({ textContent }) => textContent?.split(/Run status/)[0]);

it("renders the visible ones of 10,000 runs and loads none that are known", async () => {
  const { calls } = show(10_000, runs(9_981, 10_000));
  expect(names().slice(0, 3)).toEqual(["Run 10000", "Run 9999", "Run 9998"]);
  expect(names().length).toBeLessThan(20);
  expect(screen.getAllByText("Failed").length).toBeGreaterThan(0);
  expect(calls).toEqual([]);
});

it("reaches the first run with the keyboard, and loads it", async () => {
  const { calls, onSelect } = show(10_000, runs(9_981, 10_000));
  await userEvent.tab();
  expect(document.activeElement?.textContent).toMatch(/^Run 10000/);
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toMatch(/^Run 9999/);
  await userEvent.keyboard("{End}");
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Run 1Run status:Finished/));
  expect(calls.map(({ path }) => path)).toEqual(["/dashboard/agents/bc-1/runs?from=1&limit=50"]);
  await userEvent.keyboard("{Enter}");
  expect(onSelect).toHaveBeenCalledWith({ number: 1 });
});

it("shows the newest runs without numbers while the runs are counted", async () => {
  const newest = runs(1, 3).map(({ number: _, ...unnumbered }) => unnumbered);
  const { onSelect } = show(undefined, newest);
  expect(names()).toEqual(["Run", "Run", "Run"]);
  await userEvent.click(screen.getAllByRole("button")[0] as HTMLElement);
  expect(onSelect).toHaveBeenCalledWith({ runId: "run-3" });
});

it("says that a new run of a cloud agent is starting", () => {
  show(1, [{ ...run(1), status: "CREATING" }]);
  expect(screen.getByRole("button").textContent).toContain("Starting");
});

it("goes to a run by its number", async () => {
  const [onGo, onLatest] = [vi.fn(), vi.fn()];
  render(<RunJump total={10_000} onGo={onGo} onLatest={onLatest} />);
  const field = screen.getByRole("textbox", { name: "Run number" });
  for (const wrong of ["0", "10001", "x"]) {
    await userEvent.clear(field);
    await userEvent.type(field, `${wrong}{Enter}`);
    expect(screen.getByRole("alert").textContent).toBe("Enter a number from 1 to 10000.");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  }
  expect(onGo).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, "4321{Enter}");
  expect(onGo).toHaveBeenCalledWith(4321);
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Go to first run" }));
  expect(onGo).toHaveBeenCalledWith(1);
  await userEvent.click(screen.getByRole("button", { name: "Go to latest run" }));
  expect(onLatest).toHaveBeenCalledOnce();
});
