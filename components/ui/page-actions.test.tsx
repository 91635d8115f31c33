import { cleanup, render } from "@testing-library/react";
import { Plus } from "lucide-react";
import { afterEach, expect, it, vi } from "vitest";
import { pageActions, usePageAction } from "./page-actions";

afterEach(cleanup);

function Page({ label, run }: { label: string; run: () => void }) {
  usePageAction({ label, icon: Plus, run });
  return null;
}

it("offers the actions of mounted components, each name once, with their latest state", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender, unmount } = render(<Page label="Add worker" run={first} />);
  rerender(<Page label="Add worker" run={second} />);
  const other = render(<Page label="Add worker" run={second} />);
  expect(pageActions().map(({ label }) => label)).toEqual(["Add worker"]);
  pageActions()[0]?.run();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  unmount();
  other.unmount();
  expect(pageActions()).toEqual([]);
});
