import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Worker } from "@/lib/contract/pools/worker";
import { WorkerList } from "./worker-list";

afterEach(cleanup);

const worker = (number: number): Worker => ({
  workerId: `ctrl-${number}`,
  name: "build-host",
  isInUse: number % 2 === 1,
  workspaceRootPath: "/srv/work",
  repoOwner: "",
  repoName: "",
  connectedAtMs: 0,
  userId: 0,
  teamId: 1,
});
const workers = (count: number) => Array.from({ length: count }, (_, number) => worker(number));
const show = (count: number) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WorkerList workers={workers(count)} />
    </QueryClientProvider>,
  );
const listed = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

it("distinguishes workers on one machine by id and hides the filter for short lists", () => {
  show(2);
  expect(listed()).toEqual(["build-hostctrl-0", "build-hostctrl-1"]);
  expect(screen.queryByRole("searchbox")).toBeNull();
});

it("shows the first page, loads more on request and applies the filter", () => {
  show(120);
  expect(listed()).toHaveLength(50);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(listed()).toHaveLength(100);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "HOST ctrl-11" } });
  expect(listed()).toHaveLength(11);
  fireEvent.click(screen.getByRole("radio", { name: "In use" }));
  expect(listed()).toEqual(["11", "111", "113", "115", "117", "119"].map((number) => `build-hostctrl-${number}`));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "elsewhere" } });
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("No matches.")).toBeTruthy();
});
