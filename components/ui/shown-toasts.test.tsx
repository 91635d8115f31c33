import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import ShownToasts from "./shown-toasts";
import { toast } from "./toast";

afterEach(cleanup);

it("doesn't hold the focus of someone who tabs through a toast", async () => {
  render(
    <>
      <button type="button">Before</button>
      <ShownToasts theme="light" />
      <button type="button">After</button>
    </>,
  );
  act(() => toast.success("Saved."));
  const shown = (await screen.findByText("Saved.")).closest("li");
  const before = screen.getByRole("button", { name: "Before" });
  const restored = vi.spyOn(before, "focus");
  if (shown) fireEvent.focusIn(shown, { relatedTarget: before });
  if (shown) fireEvent.focusOut(shown, { relatedTarget: screen.getByRole("button", { name: "After" }) });
  expect(restored).not.toHaveBeenCalled();
});

it("returns the focus when a toast's button was pressed", async () => {
  const undo = vi.fn();
  render(
    <>
      <button type="button">Before</button>
      <ShownToasts theme="light" />
    </>,
  );
  act(() => toast.success("Closed.", { action: { label: "Undo", onClick: undo } }));
  const button = await screen.findByRole("button", { name: "Undo" });
  await waitFor(() => expect(button.closest("li")?.dataset.mounted).toBe("true"));
  const before = screen.getByRole("button", { name: "Before" });
  before.focus();
  button.focus();
  fireEvent.focusIn(button, { relatedTarget: before });
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(before);
});
