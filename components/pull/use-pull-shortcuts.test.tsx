import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { push, TestRouter } from "@/lib/client/testing/test-router";
import { usePullShortcuts } from "./use-pull-shortcuts";

beforeEach(() => push.mockClear());
afterEach(cleanup);

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "3" };

function Page({ merge, blocked, onTab }: { merge: () => void; blocked: boolean; onTab: (id: string) => void }) {
  const tabs = [{ id: "" }, { id: "commits" }];
  usePullShortcuts({ name, tabs, onTab, parent: "2", child: undefined, canWrite: true });
  return (
    <>
      <textarea aria-label="Summary" aria-keyshortcuts="r" />
      <button type="button" aria-keyshortcuts="Shift+M" disabled={blocked} onClick={merge}>
        Merge
      </button>
    </>
  );
}

const press = (key: string, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, shiftKey: key !== key.toLowerCase() });

it("opens tabs, neighbors and a fix, and uses the keys of what is on the page", () => {
  const [merge, onTab] = [vi.fn(), vi.fn()];
  const { rerender } = render(<Page merge={merge} blocked={false} onTab={onTab} />, { wrapper: TestRouter });
  press("2");
  expect(onTab).toHaveBeenCalledExactlyOnceWith("commits");
  press("M");
  expect(merge).toHaveBeenCalledOnce();
  press("{");
  press("}");
  press("F");
  expect(push.mock.calls).toEqual([["/pulls/demo/orders/2"], [expect.stringContaining("fix")]]);
  press("m");
  press("r");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Summary" }));
  press("g");
  press("M");
  expect(merge).toHaveBeenCalledOnce();
  // What is typed isn't a shortcut.
  press("M", screen.getByRole("textbox", { name: "Summary" }));
  rerender(<Page merge={merge} blocked onTab={onTab} />);
  press("M");
  expect(merge).toHaveBeenCalledOnce();
});
